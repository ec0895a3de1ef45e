package dev.weir.workload.yaml;

import dev.weir.workload.yaml.PropertiesType.PropertiesText;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Client properties: text in the form of {@link Properties}, as in OMB's files, or a mapping. */
public record PropertiesType() implements Type<PropertiesText> {
    private static final String ALLOWED =
            "a text block (\"|\") with a line \"name=value\" for each property, or a mapping";

    @Override
    public Optional<PropertiesText> read(Node node, Place place) {
        if (Nodes.blank(node)) {
            return Optional.of(PropertiesText.NONE);
        }
        var reading = new Reading(place, new HashMap<>(), new HashMap<>());
        int before = place.file().problems().errorCount();
        reading.node(node);
        return place.file().problems().errorCount() == before
                ? Optional.of(new PropertiesText(reading.values, reading.lines))
                : Optional.empty();
    }

    @Override
    public String allowed() {
        return ALLOWED;
    }

    @Override
    public Map<String, Object> schema() {
        return Map.of("type", List.of("string", "object", "null"));
    }

    private record Reading(Place place, Map<String, String> values, Map<String, Integer> lines) {

        void node(Node node) {
            if (node instanceof ScalarNode scalar) {
                text(scalar);
            } else if (node instanceof MappingNode mapping) {
                mapping(mapping);
            } else {
                place.mustBe(ALLOWED, node);
            }
        }

        private void mapping(MappingNode mapping) {
            for (NodeTuple each : mapping.getValue()) {
                Optional<String> name = new ScalarType.Text().read(each.getKeyNode(), place);
                Node value = each.getValueNode();
                if (!(value instanceof ScalarNode scalar) || Nodes.tagged(value)) {
                    place.mustBe("a mapping of texts", value);
                } else if (name.isPresent()) {
                    put(Nodes.line(each.getKeyNode()), name.get(), Nodes.blank(value) ? "" : scalar.getValue());
                }
            }
        }

        private void text(ScalarNode node) {
            int line = Nodes.line(node);
            boolean joined = node.getScalarStyle() == ScalarStyle.FOLDED
                    || (node.isPlain()
                            && node.getEndMark().getLine() > node.getStartMark().getLine());
            if (joined) {
                place.wrong(
                        line, "joins its lines into one; begin the block with | so that each property keeps its line");
                return;
            }
            int step = node.getScalarStyle() == ScalarStyle.LITERAL ? 1 : 0;
            lines(node.getValue().lines().toList(), line + step, step);
        }

        /** A property may have several lines; {@link Properties} reads each. Lines in quotes are one of the file. */
        private void lines(List<String> text, int first, int step) {
            for (int i = 0; i < text.size(); i++) {
                int start = i;
                var logical = new StringBuilder(text.get(i));
                while (goesOn(logical) && i + 1 < text.size()) {
                    logical.append('\n').append(text.get(++i));
                }
                property(first + step * start, logical.toString());
            }
        }

        private static boolean goesOn(CharSequence logical) {
            String text = logical.toString().stripLeading();
            int end = text.length();
            while (end > 0 && text.charAt(end - 1) == '\\') {
                end--;
            }
            boolean comment = text.startsWith("#") || text.startsWith("!");
            return !comment && (text.length() - end) % 2 == 1;
        }

        private void property(int line, String logical) {
            var properties = new Properties();
            try {
                properties.load(new StringReader(logical));
            } catch (IllegalArgumentException e) {
                place.wrong(line, "must be \"name=value\" in the form of java.util.Properties: " + e.getMessage());
                return;
            } catch (IOException e) {
                throw new UncheckedIOException("a string reader failed", e);
            }
            properties.stringPropertyNames().forEach(name -> put(line, name, properties.getProperty(name)));
        }

        /** The values stay out of the messages: they may be secrets. */
        private void put(int line, String name, String value) {
            if (name.isEmpty()) {
                place.wrong(line, "must be \"name=value\", got a line without a name");
                return;
            }
            String before = values.put(name, value);
            Integer earlier = lines.put(name, line);
            if (before != null && earlier != null && !before.equals(value)) {
                String field = place.field() + "." + name;
                place.file().error(line, field, "is given twice, first in line " + earlier + "; keep one");
            }
        }
    }

    /** Client properties of a driver file, and the line of each in the file, counted from 1. */
    public record PropertiesText(Map<String, String> values, Map<String, Integer> lines) {
        public static final PropertiesText NONE = new PropertiesText(Map.of(), Map.of());

        public PropertiesText {
            values = Map.copyOf(values);
            lines = Map.copyOf(lines);
        }
    }
}
