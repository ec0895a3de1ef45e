package dev.weir.workload.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A YAML file that is being read, and where its problems go. Only nodes are made of it: they know their lines, a data
 * binding would stop at the first error, and no tag in a file can name a class.
 *
 * @param path as the person named it
 * @param kind what it should be, such as {@code workload file}
 */
public record YamlFile(Path path, String kind, Problems problems) {
    /** Room for the largest payloads in base64, which effective files hold. */
    private static final int MOST_BYTES = 32 << 20;

    /** The fields at the top of the file; empty, with a problem, if there are none to be had. */
    public Optional<MappingNode> root() {
        return text().flatMap(this::compose).flatMap(this::asMapping);
    }

    /** Something that forbids to use the file; line 0: it has none. */
    public void error(int line, String field, String message) {
        problems.error(new Problem(path.toString(), line, field, message));
    }

    /** Something right that cannot be run yet. */
    void notYet(int line, String field, String message) {
        problems.notYet(new Problem(path.toString(), line, field, message));
    }

    /** Something that should be shown. */
    void warning(int line, String field, String message) {
        problems.warning(new Problem(path.toString(), line, field, message));
    }

    /** The file's name without its extension. */
    public String baseName() {
        Path name = path.getFileName();
        return name == null ? kind : name.toString().replaceFirst("\\.ya?ml$", "");
    }

    /** Reads it as a stream and not by its size: {@code <(...)} of a shell names a pipe. */
    private Optional<String> text() {
        if (Files.isDirectory(path)) {
            return fail("must be a " + kind + ", is a directory");
        }
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                return fail("must be a " + kind + " of at most 32 MiB, is larger");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (NoSuchFileException e) {
            return fail("does not exist (looked for " + path.toAbsolutePath().normalize() + ")");
        } catch (AccessDeniedException e) {
            return fail("cannot be read: permission denied");
        } catch (CharacterCodingException e) {
            return fail("must be text in UTF-8, is not");
        } catch (IOException e) {
            return fail("cannot be read: " + e.getMessage());
        }
    }

    private Optional<Node> compose(String text) {
        var options = new LoaderOptions();
        options.setCodePointLimit(MOST_BYTES);
        options.setMaxAliasesForCollections(20);
        options.setNestingDepthLimit(20);
        try {
            var composer = new Composer(new ParserImpl(new StreamReader(text), options), new Resolver(), options);
            Node node = composer.getSingleNode();
            return node == null
                    ? fail("is empty; a " + kind + " holds lines such as \"name: value\"")
                    : Optional.of(node);
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark();
            String context = e.getContext() == null ? "" : e.getContext() + ": ";
            error(mark == null ? 0 : mark.getLine() + 1, "", "is not valid YAML: " + context + e.getProblem());
        } catch (ReaderException e) {
            int line = 1
                    + (int) text.codePoints()
                            .limit(e.getPosition())
                            .filter(c -> c == '\n')
                            .count();
            error(line, "", "is not valid YAML: the character U+%04X is not allowed".formatted(e.getCodePoint()));
        } catch (YAMLException e) {
            error(0, "", "is not valid YAML: " + e.getMessage());
        }
        return Optional.empty();
    }

    private Optional<MappingNode> asMapping(Node root) {
        if (root instanceof MappingNode mapping) {
            return Optional.of(mapping);
        }
        error(Nodes.line(root), "", "must hold lines such as \"name: value\", got " + Nodes.got(root));
        return Optional.empty();
    }

    private <T> Optional<T> fail(String message) {
        error(0, "", message);
        return Optional.empty();
    }
}
