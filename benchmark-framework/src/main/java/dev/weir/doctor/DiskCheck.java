package dev.weir.doctor;

import dev.weir.driver.exception.FailureText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks whether the folder of results has room. Any thread. */
public final class DiskCheck {
    private static final long MIN_BYTES = 1L << 30;
    private static final long COMFORTABLE_BYTES = 10L << 30;
    private static final String NAME = "disk";

    private DiskCheck() {}

    /** Checks the folder, or, if it does not exist, the one in which it will be created. */
    public static Check of(Path folder) {
        Path existing = folder.toAbsolutePath().normalize();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            return Check.fail(NAME, existing + " is no folder", "move it away, or name another folder with --dir");
        }
        if (!Files.isWritable(existing)) {
            return Check.fail(
                    NAME,
                    existing + " cannot be written to",
                    "sudo chown $(id -un) " + existing + ", or name another folder with --dir");
        }
        try {
            return judge(folder, Files.getFileStore(existing).getUsableSpace());
        } catch (IOException e) {
            return Check.fail(NAME, existing + ": " + FailureText.of(e), "name another folder with --dir");
        }
    }

    static Check judge(Path folder, long freeBytes) {
        String found = ReadableNumbers.gibibytes(freeBytes) + " free in " + folder;
        String remedy = "make room, or keep results elsewhere; what takes the space: du -xh / 2>/dev/null | sort -h"
                + " | tail";
        if (freeBytes < MIN_BYTES) {
            return Check.fail(NAME, found + ": a long run writes hundreds of MiB", remedy);
        }
        return freeBytes < COMFORTABLE_BYTES
                ? Check.warn(NAME, found + ": embedded brokers keep their data on a disk too", remedy)
                : Check.ok(NAME, found);
    }
}
