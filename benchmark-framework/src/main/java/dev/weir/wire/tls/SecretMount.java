package dev.weir.wire.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * Recognizes files of a secret that Kubernetes has mounted into a container.
 *
 * <p>The kubelet keeps secrets in a file system in memory ({@code tmpfs}). It writes them into a folder with a time as
 * its name, to which the symbolic link {@code ..data} leads, and makes each file a symbolic link into {@code ..data}.
 * With {@code fsGroup}, it gives the files to a group and lets the group read them, because a process without root's
 * rights could not read them otherwise. This group has no members but the processes of the pod.
 */
final class SecretMount {
    private static final Path DATA = Path.of("..data");
    private static final String IN_MEMORY = "tmpfs";
    private static final Set<PosixFilePermission> ALLOWED = Set.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE,
            PosixFilePermission.GROUP_READ);

    private SecretMount() {}

    /** Returns whether a path, as it was given, names a file of a mounted secret. */
    static boolean contains(Path file) throws IOException {
        return isLaidOut(file) && Files.getFileStore(file).type().equals(IN_MEMORY);
    }

    /** Returns whether the file and its folder are laid out as the kubelet does it. */
    static boolean isLaidOut(Path file) throws IOException {
        Path data = file.resolveSibling(DATA);
        return Files.isSymbolicLink(data)
                && Files.isSymbolicLink(file)
                && Files.readSymbolicLink(file).equals(DATA.resolve(file.getFileName()));
    }

    /** Returns whether only the owner and a group that reads have rights. */
    static boolean isPrivate(Set<PosixFilePermission> permissions) {
        return ALLOWED.containsAll(permissions);
    }
}
