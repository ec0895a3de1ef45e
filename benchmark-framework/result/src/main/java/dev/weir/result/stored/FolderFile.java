package dev.weir.result.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Files that a result or an index names in its folder: neither a name nor a symbolic link leads out of the folder. */
public final class FolderFile {
    private FolderFile() {}

    /**
     * Returns a file in a folder.
     *
     * @param name relative to the folder
     * @return empty if the name cannot be that of a file in the folder or below it
     */
    public static Optional<Path> of(Path folder, String name) {
        try {
            Path root = folder.toAbsolutePath().normalize();
            Path relative = Path.of(name);
            Path file = root.resolve(relative).normalize();
            boolean inside = !name.isBlank() && !relative.isAbsolute() && file.startsWith(root) && !file.equals(root);
            boolean linked = inside && Files.exists(file) && !file.toRealPath().startsWith(root.toRealPath());
            return inside && !linked ? Optional.of(folder.resolve(relative)) : Optional.empty();
        } catch (InvalidPathException | IOException e) {
            return Optional.empty();
        }
    }
}
