package dev.weir.wire.message;

import java.util.List;
import java.util.Set;

/**
 * Locations of the producers of a run, for one consuming worker.
 *
 * @param workers number of the worker that runs each producer, in the order of the producers; empty for a worker
 *     without consumers
 * @param neighbours numbers of the workers on its own host, itself included, whose messages are recorded separately;
 *     empty if no pair of producer and consumer shares a host, or all of them do
 */
public record ProducerLocations(List<Integer> workers, Set<Integer> neighbours) {

    public static final ProducerLocations NONE = new ProducerLocations(List.of(), Set.of());

    public ProducerLocations {
        workers = List.copyOf(workers);
        neighbours = Set.copyOf(neighbours);
    }
}
