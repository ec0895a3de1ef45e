package dev.weir.cli.option;

import dev.weir.workload.Topology;
import dev.weir.workload.yaml.Problems;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options about the distribution of clients over workers. */
public final class TopologyOptions {
    @Option(
            names = {"-t", "--topology"},
            paramLabel = "TOPOLOGY",
            converter = TopologyNames.class,
            completionCandidates = TopologyNames.class,
            description = "How clients are spread over workers. swarm (default): each worker produces and consumes. "
                    + "ensemble, the default of OMB: half of the workers produce, the others consume. "
                    + "extra-consumers: a third produce, two thirds consume")
    private @Nullable Topology topology;

    @Option(
            names = {"-x", "--extra", "--extra-consumers"},
            description = "The same as --topology extra-consumers: backlogs drain faster")
    private boolean extraConsumers;

    public boolean isGiven() {
        return extraConsumers || topology != null;
    }

    public Topology read(Problems problems) {
        if (extraConsumers && topology != null && topology != Topology.EXTRA_CONSUMERS) {
            problems.error(
                    "-x",
                    "means --topology extra-consumers, and -t says " + topology.key() + ": leave one of them out");
        }
        if (extraConsumers) {
            return Topology.EXTRA_CONSUMERS;
        }
        return topology == null ? Topology.SWARM : topology;
    }

    /** Converts names of topologies, {@link Topology#key}. */
    static final class TopologyNames implements ITypeConverter<Topology>, Iterable<String> {

        @Override
        public Topology convert(String name) {
            return Stream.of(Topology.values())
                    .filter(topology -> topology.key().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "must be one of " + String.join(", ", names()) + ", got " + name));
        }

        @Override
        public Iterator<String> iterator() {
            return names().iterator();
        }

        private static List<String> names() {
            return Stream.of(Topology.values()).map(Topology::key).toList();
        }
    }
}
