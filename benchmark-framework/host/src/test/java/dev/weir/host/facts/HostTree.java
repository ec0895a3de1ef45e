package dev.weir.host.facts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A made-up host: files below a folder, and what commands print. */
public final class HostTree {
    private final Supplier<Path> root;
    private final Map<String, String> outputs = new LinkedHashMap<>();

    /** @param root supplies the folder: JUnit makes it after the fields of a test are initialised */
    public HostTree(Supplier<Path> root) {
        this.root = root;
    }

    public HostTree file(String name, String text) {
        try {
            Path file = root.get().resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HostTree command(String name, String output) {
        outputs.put(name, output);
        return this;
    }

    HostFacts facts() {
        return new HostReader(new HostFiles(root.get()), this::output).read();
    }

    private Optional<String> output(List<String> command) {
        return Optional.ofNullable(outputs.get(command.get(0)));
    }
}
