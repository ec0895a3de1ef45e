package dev.weir.host.facts;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Files in which a Linux kernel reports facts. A missing or unreadable file means an unknown fact, never a failure. */
public record HostFiles(Path root) {
    public static final HostFiles OF_THIS_HOST = new HostFiles(Path.of("/"));

    public boolean exists(String file) {
        return Files.exists(root.resolve(file));
    }

    /**
     * Returns the content of a file, trimmed; absent if it is empty. Reads lines, in large blocks: readString reads one
     * byte first if the size is 0, as in /proc, and files of /proc/sys are empty at the second read, so that 60 became
     * 6.
     */
    public Optional<String> text(String file) {
        try {
            return Optional.of(String.join("\n", Files.readAllLines(root.resolve(file)))
                            .strip())
                    .filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    public Optional<String> find(String file, Pattern pattern) {
        return text(file).map(pattern::matcher).filter(Matcher::find).map(match -> match.group(1));
    }

    OptionalLong number(String file, Pattern pattern) {
        return number(find(file, pattern));
    }

    public OptionalLong number(String file) {
        return number(text(file));
    }

    /** Returns the different contents of the files with that name below each matching folder. */
    NavigableSet<String> texts(String folder, String glob, String file) {
        return names(folder, glob).stream()
                .flatMap(name -> text(folder + "/" + name + "/" + file).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    NavigableSet<String> names(String folder, String glob) {
        NavigableSet<String> names = new TreeSet<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(root.resolve(folder), glob)) {
            found.forEach(each -> names.add(String.valueOf(each.getFileName())));
        } catch (IOException e) {
            return names;
        }
        return names;
    }

    private static OptionalLong number(Optional<String> text) {
        try {
            return text.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text.get()));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
