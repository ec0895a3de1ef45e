package dev.weir.workload.fields;

import dev.weir.workload.ProfiledPart;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.Place;
import dev.weir.workload.yaml.ScalarType;
import dev.weir.workload.yaml.ScalarType.Choice;
import dev.weir.workload.yaml.ScalarType.Flag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** The field of a workload file that asks for profiles. */
public final class ProfileFields {
    private static final Field<String> PHASE = Field.required(
            "phase",
            new Choice(Stream.of(ProfiledPart.values()).map(ProfiledPart::key).toList()),
            "the part of the run that is profiled. worst-interval: the reporting interval of the measurement with the"
                    + " highest 99th percentile of publish or end-to-end latency");

    private static final MappingType<ProfiledPart> MAPPING =
            new MappingType<>(FieldTable.of("profile", PHASE), values -> ProfiledPart.of(values.get(PHASE)));

    public static final Field<ProfiledPart> PROFILE = Field.free(
            "profile",
            new FlagOrPart(),
            "whether JDK Flight Recorder records the workers, the coordinator and embedded brokers. The recordings are"
                    + " kept beside the result, and its page shows flame graphs of the measurement, or of another part");

    private ProfileFields() {}

    /** The part of a run that is profiled, if there is one, in the words of a file. */
    public static void put(Optional<ProfiledPart> profile, FieldWriter given) {
        profile.ifPresent(part -> given.put(PROFILE, fields -> fields.put(PHASE, part.key())));
    }

    /** True for the measurement, or a mapping that names a part; false leaves the field out. */
    private record FlagOrPart() implements ScalarType<ProfiledPart> {
        private static final Flag FLAG = new Flag();

        @Override
        public Optional<ProfiledPart> read(Node node, Place place) {
            if (node instanceof MappingNode) {
                return MAPPING.read(node, place);
            }
            boolean off = node instanceof ScalarNode scalar
                    && FLAG.parse(scalar.getValue()).filter(on -> !on).isPresent();
            return off ? Optional.empty() : ScalarType.super.read(node, place);
        }

        @Override
        public Optional<ProfiledPart> parse(String text) {
            return FLAG.parse(text).filter(on -> on).map(on -> ProfiledPart.MEASUREMENT);
        }

        @Override
        public Optional<FieldTable> inside() {
            return MAPPING.inside();
        }

        @Override
        public String allowed() {
            return FLAG.allowed() + ", or " + MAPPING.allowed();
        }

        @Override
        public Map<String, Object> schema() {
            return Map.of("anyOf", List.of(FLAG.schema(), MAPPING.schema()));
        }
    }
}
