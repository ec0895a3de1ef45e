package dev.weir.cli.option;

import dev.weir.workload.Topology;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts names of topologies, {@link Topology#key}. */
final class TopologyNames implements ITypeConverter<Topology>, Iterable<String> {

    @Override
    public Topology convert(String name) {
        return Stream.of(Topology.values())
                .filter(topology -> topology.key().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new TypeConversionException("must be one of " + String.join(", ", names()) + ", got " + name));
    }

    @Override
    public Iterator<String> iterator() {
        return names().iterator();
    }

    private static List<String> names() {
        return Stream.of(Topology.values()).map(Topology::key).toList();
    }
}
