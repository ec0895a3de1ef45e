package dev.weir.workload.yaml;

import dev.weir.driver.config.NearestName;
import dev.weir.driver.exception.FailureText;
import dev.weir.feature.Features;
import dev.weir.workload.text.OptionNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A YAML file that is being read, and the list of its problems. It is read into nodes, which have lines; a data binding
 * would stop at the first error. No tag in a file can name a class.
 *
 * @param path path as the person named it
 * @param kind intended kind, such as {@code workload file}
 * @param byteRates conversion of its throughputs to rates
 * @param options names of command line options that give some of its values, for messages about these values
 */
public record YamlFile(Path path, String kind, Problems problems, ByteRates byteRates, List<String> options) {
    /** Line number that stands for the first option, beyond all lines of a file. */
    private static final int OPTION_LINES = 1 << 30;

    /** Room for the largest payloads in base64, which effective files contain. */
    private static final int MAX_BYTES = 32 << 20;

    public YamlFile(Path path, String kind, Problems problems) {
        this(path, kind, problems, ByteRates.none(), List.of());
    }

    public YamlFile withOptions(List<String> names) {
        return new YamlFile(path, kind, problems, byteRates, names);
    }

    public YamlFile with(Problems others, ByteRates rates) {
        return new YamlFile(path, kind, others, rates, options);
    }

    /** Reads the fields at the top of the file; empty, with a problem, if there are none. */
    public Optional<MappingNode> root() {
        return text().flatMap(text -> compose(text, new StreamReader(text)))
                .flatMap(this::asMapping)
                .filter(root -> {
                    int before = problems.errors().size();
                    new MergeKeys(this).resolve(root);
                    return problems.errors().size() == before;
                });
    }

    /** Parses the value of one of the options, which is YAML; empty, with a problem, if it is not. */
    public Optional<Node> optionValue(int index, String text) {
        return text.isBlank()
                ? Optional.of(scalar(index, Tag.NULL, ""))
                : compose(text, new OptionReader(text, OPTION_LINES + index));
    }

    /** Returns the value of one of the options, which is any text. */
    public Optional<Node> optionText(int index, String text) {
        return Optional.of(scalar(index, Tag.STR, text));
    }

    private static Node scalar(int option, Tag tag, String text) {
        Mark mark = new OptionReader("", OPTION_LINES + option).getMark();
        return new ScalarNode(tag, text, mark, mark, DumperOptions.ScalarStyle.PLAIN);
    }

    /** Returns the option for which a line stands; empty if it is a line of the file. */
    private Optional<String> optionAt(int line) {
        return line < OPTION_LINES ? Optional.empty() : Optional.of(options.get(line - OPTION_LINES));
    }

    /** Returns the place of a value inside a message: {@code in line 5} or {@code in --set}. */
    public String where(int line) {
        return "in " + optionAt(line).orElse("line " + line);
    }

    /** Creates a problem with a value, or for line 0 with the file. Without a file, the message names options. */
    public Problem problem(int line, String field, String message) {
        String text = options.stream().anyMatch(OptionNames::isOfLoad) ? OptionNames.in(message) : message;
        return optionAt(line)
                .map(name -> new Problem(name, 0, field, text))
                .orElseGet(() -> new Problem(path.toString(), line, field, text));
    }

    /** Adds an error; line 0: about the file as a whole. */
    public void error(int line, String field, String message) {
        problems.error(problem(line, field, message));
    }

    /** Returns whether an error names the jar of features that the file needs. Others may follow from that one. */
    boolean lacksFeatures() {
        return problems.contain(path.toString(), Features.JAR);
    }

    void notYet(int line, String field, String message) {
        problems.notYet(problem(line, field, message));
    }

    void warning(int line, String field, String message) {
        problems.warning(problem(line, field, message));
    }

    /** Returns the file's name without its extension. */
    public String baseName() {
        Path name = path.getFileName();
        return name == null ? kind : name.toString().replaceFirst("\\.ya?ml$", "");
    }

    /** Reads the file as a stream without its size, because {@code <(...)} of a shell names a pipe. */
    private Optional<String> text() {
        if (Files.isDirectory(path)) {
            return fail("must be a " + kind + ", is a directory");
        }
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                return fail("must be a " + kind + " of at most 32 MiB, is larger");
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (NoSuchFileException e) {
            return fail("does not exist (looked for " + path.toAbsolutePath().normalize() + ")" + nearName(path));
        } catch (AccessDeniedException e) {
            return fail("cannot be read: permission denied");
        } catch (CharacterCodingException e) {
            return fail("is not text in UTF-8; it must be a YAML file");
        } catch (IOException e) {
            return fail("cannot be read: " + FailureText.of(e));
        }
    }

    /** Returns {@code ; did you mean ...?} for a missing file; empty if its folder has no similar name. */
    public static String nearName(Path missing) {
        Path name = missing.getFileName();
        Path folder = missing.toAbsolutePath().getParent();
        if (name == null || folder == null) {
            return "";
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.filter(Files::exists)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
            return NearestName.advice(name.toString(), names);
        } catch (IOException e) {
            return "";
        }
    }

    private Optional<Node> compose(String text, StreamReader reader) {
        var loading = new LoaderOptions();
        loading.setCodePointLimit(MAX_BYTES);
        loading.setMaxAliasesForCollections(20);
        loading.setNestingDepthLimit(20);
        try {
            var composer = new Composer(new ParserImpl(reader, loading), new Resolver(), loading);
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

    /** Reads the value of an option. All its nodes have the line that stands for the option. */
    private static final class OptionReader extends StreamReader {
        private final int line;

        OptionReader(String text, int line) {
            super(text);
            this.line = line;
        }

        @Override
        public Mark getMark() {
            Mark mark = super.getMark();
            return new Mark(
                    mark.getName(), mark.getIndex(), line - 1, mark.getColumn(), mark.getBuffer(), mark.getPointer());
        }
    }

    /**
     * Replaces the merge keys of YAML 1.1, {@code <<: *name}, by the entries of the mappings that they name. Entries of
     * the mapping itself come before merged ones, and those of the first merged mapping before those of later ones.
     */
    private static final class MergeKeys {
        private final YamlFile file;
        /** Nodes by identity, because an alias can make a node part of itself. */
        private final Set<Node> resolved = Collections.newSetFromMap(new IdentityHashMap<>());

        MergeKeys(YamlFile file) {
            this.file = file;
        }

        /** Replaces the merge keys of a node and of all nodes in it. */
        void resolve(Node node) {
            if (!resolved.add(node)) {
                return;
            }
            if (node instanceof SequenceNode list) {
                list.getValue().forEach(this::resolve);
            } else if (node instanceof MappingNode mapping) {
                mapping.getValue().forEach(each -> resolve(each.getValueNode()));
                if (mapping.getValue().stream().anyMatch(each -> isMerge(each.getKeyNode()))) {
                    mapping.setValue(merged(mapping));
                }
            }
        }

        private List<NodeTuple> merged(MappingNode mapping) {
            List<NodeTuple> entries = new ArrayList<>(mapping.getValue().stream()
                    .filter(each -> !isMerge(each.getKeyNode()))
                    .toList());
            for (NodeTuple each : mapping.getValue()) {
                if (isMerge(each.getKeyNode())) {
                    mappings(each).forEach(other -> add(entries, other));
                }
            }
            return entries;
        }

        /** Adds the entries of a mapping whose names are new. */
        private static void add(List<NodeTuple> entries, MappingNode mapping) {
            List<String> known =
                    entries.stream().flatMap(each -> name(each).stream()).toList();
            mapping.getValue().stream()
                    .filter(each -> !isMerge(each.getKeyNode()))
                    .filter(each -> name(each).filter(known::contains).isEmpty())
                    .forEach(entries::add);
        }

        private List<MappingNode> mappings(NodeTuple merge) {
            Node value = merge.getValueNode();
            List<Node> nodes = value instanceof SequenceNode list ? list.getValue() : List.of(value);
            List<MappingNode> mappings = new ArrayList<>();
            for (Node each : nodes) {
                if (each instanceof MappingNode mapping) {
                    mappings.add(mapping);
                } else {
                    file.error(
                            Nodes.line(merge.getKeyNode()),
                            "<<",
                            "must be a mapping, such as *name of one with &name, or a list of them, got "
                                    + Nodes.got(each));
                }
            }
            return mappings;
        }

        private static boolean isMerge(Node key) {
            return key.getTag().equals(Tag.MERGE);
        }

        private static Optional<String> name(NodeTuple entry) {
            return entry.getKeyNode() instanceof ScalarNode key ? Optional.of(key.getValue()) : Optional.empty();
        }
    }
}
