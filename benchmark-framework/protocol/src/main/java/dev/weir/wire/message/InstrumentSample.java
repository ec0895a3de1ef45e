package dev.weir.wire.message;

import dev.weir.host.observation.Observation;
import dev.weir.host.observation.ProcessSample;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.TopicGaps;
import java.util.List;

/**
 * What a worker reports about itself with a snapshot.
 *
 * @param lateSends how long the worker itself held up messages that were due in the measurement: those that it held up
 *     for longer than its pacing allows
 * @param process what the worker's process used so far
 * @param observation what was observed of the worker's process and host since the last snapshot
 * @param gaps in the progress of its clients since the last snapshot
 */
public record InstrumentSample(
        LatencySamples lateSends, ProcessSample process, Observation observation, List<TopicGaps> gaps) {
    public InstrumentSample {
        gaps = List.copyOf(gaps);
    }
}
