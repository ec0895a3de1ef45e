package dev.weir.driver.kafka.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the kernel knows of a process at one moment.
 *
 * @param cpuSeconds of all its threads since it began, user and system, in steps of 10 ms
 * @param residentBytes memory that is in RAM now
 * @param peakResidentBytes the most there ever was
 */
record ProcessFigures(double cpuSeconds, long residentBytes, long peakResidentBytes) {
    /** What {@code /proc} counts CPU time in on every Linux: USER_HZ is part of its interface. */
    private static final double TICKS_PER_SECOND = 100;

    static ProcessFigures of(long pid) {
        Path folder = Path.of("/proc", Long.toString(pid));
        try {
            return parse(Files.readString(folder.resolve("stat")), Files.readString(folder.resolve("status")));
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " is not there any more", e);
        }
    }

    static ProcessFigures parse(String stat, String status) {
        // The name, in parentheses, may hold anything. Behind it, the state is the first field and utime the twelfth.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        return new ProcessFigures(ticks / TICKS_PER_SECOND, bytes(status, "VmRSS"), bytes(status, "VmHWM"));
    }

    private static long bytes(String status, String name) {
        return status.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(kibibytes -> Long.parseLong(kibibytes) * 1024)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + name + " in the status of a process"));
    }
}
