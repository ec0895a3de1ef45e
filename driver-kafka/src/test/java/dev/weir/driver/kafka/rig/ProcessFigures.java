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
 * @param readBytes that its calls of {@code read} returned since it began, of files and connections
 */
record ProcessFigures(double cpuSeconds, long residentBytes, long peakResidentBytes, long readBytes) {
    /** What {@code /proc} counts CPU time in on every Linux: USER_HZ is part of its interface. */
    private static final double TICKS_PER_SECOND = 100;

    static ProcessFigures of(long pid) {
        Path folder = Path.of("/proc", Long.toString(pid));
        try {
            return parse(
                    Files.readString(folder.resolve("stat")),
                    Files.readString(folder.resolve("status")),
                    Files.readString(folder.resolve("io")));
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " is not there any more", e);
        }
    }

    static ProcessFigures parse(String stat, String status, String io) {
        // The name, in parentheses, may hold anything. Behind it, the state is the first field and utime the twelfth.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
        return new ProcessFigures(
                ticks / TICKS_PER_SECOND,
                number(status, "VmRSS") * 1024,
                number(status, "VmHWM") * 1024,
                number(io, "rchar"));
    }

    private static long number(String lines, String name) {
        return lines.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + name + " in what /proc has of a process"));
    }
}
