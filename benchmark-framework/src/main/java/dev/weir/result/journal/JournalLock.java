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
 * Says whose a journal is, while its run goes on or it is recovered. The operating system takes it back from a process that
 * dies, however it dies; a process id could be another's by then. One thread.
 */
public record JournalLock(FileChannel channel) implements AutoCloseable {
    /**
     * Of a journal that is begun.
     *
     * @throws IOException if there is one by this name, or it cannot be written
     */
    static JournalLock create(Path journal) throws IOException {
        var channel = FileChannel.open(journal, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return locked(channel).orElseThrow(() -> new IOException("another process has locked " + journal));
    }

    /**
     * Of a journal that is there, or of a file that is locked in its place.
     *
     * @param more beside that it is opened for writing
     * @return empty if its run goes on, or another process recovers it just now
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
