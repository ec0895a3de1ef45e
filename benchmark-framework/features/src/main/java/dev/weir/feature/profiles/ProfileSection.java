package dev.weir.feature.profiles;

import dev.weir.workload.section.Section;
import dev.weir.workload.yaml.Field;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.FieldWriter;
import dev.weir.workload.yaml.FlagOrMapping;
import dev.weir.workload.yaml.MappingType;
import dev.weir.workload.yaml.ScalarType.Choice;
import java.util.Locale;
import java.util.stream.Stream;

/** The field {@code profile} of a workload: the part of the run that is profiled. */
public record ProfileSection() implements Section<ProfileSection.ProfiledPart> {
    private static final Field<String> PHASE = Field.required(
            "phase",
            new Choice(Stream.of(ProfiledPart.values()).map(ProfiledPart::key).toList()),
            "the part of the run that is profiled. worst-interval: the reporting interval of the measurement with the"
                    + " highest 99th percentile of publish or end-to-end latency");

    private static final MappingType<ProfiledPart> MAPPING = new MappingType<>(
            FieldTable.of("profile", PHASE),
            values -> Stream.of(ProfiledPart.values())
                    .filter(part -> part.key().equals(values.get(PHASE)))
                    .findFirst());

    private static final Field<ProfiledPart> PROFILE = Field.free(
            "profile",
            new FlagOrMapping<>(MAPPING, ProfiledPart.MEASUREMENT),
            "whether JDK Flight Recorder records the workers, the coordinator and embedded brokers. The recordings are"
                    + " kept beside the result, and its page shows flame graphs of the measurement, or of another part");

    @Override
    public Field<ProfiledPart> field() {
        return PROFILE;
    }

    @Override
    public void put(ProfiledPart part, FieldWriter given) {
        given.put(PROFILE, fields -> fields.put(PHASE, part.key()));
    }

    @Override
    public boolean worksWithoutLoad() {
        return true;
    }

    /** Part of a run that its profiles cover. */
    public enum ProfiledPart {
        /** All measured phases. */
        MEASUREMENT,
        WARM_UP,
        BACKLOG,
        DRAIN,
        /** The reporting interval of the measurement with the slowest 99th percentile. */
        WORST_INTERVAL;

        /** The name in workload files; that of the phase, where it is one. */
        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
