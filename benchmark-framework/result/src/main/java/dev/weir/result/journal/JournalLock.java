package dev.weir.result.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Lock of a journal by the process that writes or recovers it. The operating system releases it when the process dies;
 * a stored process id could belong to another process by then. Used by one thread.
 */
public record JournalLock(FileChannel channel) implements AutoCloseable {
    /**
     * Creates a journal and locks it.
     *
     * @throws IOException if the file exists, or cannot be written
     */
    static JournalLock create(Path journal) throws IOException {
        var channel = FileChannel.open(journal, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return locked(channel).orElseThrow(() -> new IOException("another process has locked " + journal));
    }

    /**
     * Locks an existing journal, or a file that stands for it.
     *
     * @param more options in addition to opening it for writing
     * @return empty if its run goes on, or another process recovers it now
     * @throws IOException if it cannot be opened, or its file system has no locks
     */
    public static Optional<JournalLock> take(Path journal, OpenOption... more) throws IOException {
        Set<OpenOption> options = new HashSet<>(List.of(more));
        options.add(StandardOpenOption.WRITE);
        return locked(FileChannel.open(journal, options));
    }

    private static Optional<JournalLock> locked(FileChannel channel) throws IOException {
        FileLock lock = null;
        try {
            lock = channel.tryLock();
            return lock == null ? Optional.empty() : Optional.of(new JournalLock(channel));
        } catch (OverlappingFileLockException e) {
            return Optional.empty();
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
