package dev.weir.wire;

import dev.weir.audit.AuditNotes;
import dev.weir.audit.SequenceSet;
import dev.weir.clock.OffsetTrack.OffsetRamp;
import dev.weir.clock.WallClockWatch.ClockStep;
import dev.weir.driver.client.Connections;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.driver.config.TopicConfig;
import dev.weir.host.observation.Observation;
import dev.weir.host.observation.Observation.ControlGroupUse;
import dev.weir.host.observation.Observation.CpuUse;
import dev.weir.host.observation.Observation.NetworkUse;
import dev.weir.host.observation.Observation.NetworkUse.LinkUse;
import dev.weir.host.observation.Pause;
import dev.weir.host.observation.ProcessSample;
import dev.weir.measure.Counts;
import dev.weir.measure.Gap;
import dev.weir.measure.Latency;
import dev.weir.measure.LatencySamples;
import dev.weir.measure.LatencySet;
import dev.weir.measure.PartitionRecorder.PartitionFigures;
import dev.weir.measure.RequestCounts;
import dev.weir.measure.Snapshot;
import dev.weir.measure.TopicGaps;
import dev.weir.plan.Assignment;
import dev.weir.plan.Assignment.LoadPlan;
import dev.weir.plan.ClientRoles;
import dev.weir.plan.ConsumerRole;
import dev.weir.plan.ConsumerStep;
import dev.weir.plan.ProducerRole;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.Message.ConsumerPositions;
import dev.weir.wire.message.Message.ErrorCount;
import dev.weir.wire.message.Message.InstrumentSample;
import dev.weir.wire.message.Message.ProvenPartition;
import dev.weir.wire.message.Message.ReceivedNotes;
import dev.weir.wire.message.Message.ReceivedNotes.DeliveredOffsets;
import dev.weir.wire.message.Message.SenderWork;
import dev.weir.wire.message.Message.SentNumbers;
import dev.weir.wire.message.Message.Throttling;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.workload.StartPosition;
import dev.weir.workload.Subscription;
import dev.weir.workload.load.Arrival;
import dev.weir.workload.load.LoadShape;
import dev.weir.workload.load.Rate;
import dev.weir.workload.load.Rate.RatePoint;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PartitionWeights;
import dev.weir.workload.message.PayloadSpec;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** A message of each kind, with something in every field. */
public final class MessageSamples {
    private MessageSamples() {}

    public static List<Message> all() {
        return List.of(
                new Message.Hello(1, "0a1b2c3d"),
                new Message.Welcome(WorkerFacts.ofThisProcess()),
                new Message.Refused("busy: \u00fc \u4e2d"),
                new Message.Ping(Long.MAX_VALUE),
                new Message.Pong(1, Long.MIN_VALUE, -3),
                new Message.Received(Long.MAX_VALUE),
                new Message.Resume("0a1b2c3d", "a-process", 3, 17),
                new Message.Resumed(18),
                new Message.NotResumed("it was restarted"),
                new Message.Leave(),
                new Message.RecordProfile("a-process"),
                new Message.SendProfile(),
                new Message.ProfilePart(ByteBuffer.wrap(new byte[] {0, 1, -1}), true, "cut"),
                new Message.Assign(assignment(), new ProducerLocations(List.of(0, 1, 0), Set.of(2, 0))),
                new Message.Ready(250_000, 70_000, Map.of("producerConfig.linger.ms", "5")),
                new Message.Probe(),
                new Message.ProbesReceived(
                        List.of(new ProvenPartition("t", 2, 17)), 3, List.of(new ErrorCount("Timeout", "late", 3))),
                new Message.ClockCorrection(
                        new OffsetRamp(1, 2, -3, Long.MAX_VALUE), List.of(new OffsetRamp(Long.MIN_VALUE, 0, 5, 6))),
                new Message.WallClockStepped(new ClockStep(1_700_000_000_000_000_005L, -7)),
                new Message.Start(1_700_000_000_000_000_001L, 123.456, 1_000_000_000, true),
                new Message.MeasureFrom(1_700_000_000_000_000_002L),
                new Message.Consume(true),
                new Message.ReportSent(2),
                new Message.SentSoFar(2, Map.of(3, 4_000L)),
                new Message.ChangeRate(1_700_000_000_000_000_003L, Double.POSITIVE_INFINITY),
                new Message.FollowRates(
                        1_700_000_000_000_000_004L,
                        new Rate.Curve(List.of(new RatePoint(0, 0.5), new RatePoint(60_000_000_000L, 1e9)))),
                new Message.EndLoad(1_700_000_000_000_000_004L),
                new Message.OrderLate("measureFrom", 312_000_000L, 7),
                new Message.LoadEnded(5, 6, List.of(new SenderWork(1, 2, 3))),
                snapshotTaken(),
                new Message.Close(),
                new Message.ProducerClosed(
                        3,
                        new Counts(1, 2, 3, 0, 0, 0),
                        4,
                        new RequestCounts(1, 2, 3, 4, 5, 6),
                        snapshotTaken().snapshot().measured(),
                        Map.of("batch-size-avg", 1234.5)),
                new Message.ConsumerClosed(
                        2,
                        new Counts(0, 0, 0, 4, 5, 6),
                        snapshotTaken().snapshot().warmup(),
                        snapshotTaken().snapshot().measured(),
                        List.of(new PartitionFigures(7, 8, 9, -10, Long.MIN_VALUE)),
                        Map.of("fetch-size-avg", 0.5)),
                new Message.Closed(),
                new Message.Failed("out of \"luck\"\n"));
    }

    static Message.SnapshotTaken snapshotTaken() {
        var warmup = new LatencySet();
        var measured = new LatencySet();
        for (Latency latency : Latency.values()) {
            measured.of(latency).values().record(1000L * latency.key().length(), 7);
        }
        measured.of(Latency.END_TO_END_SERVICE).negativeMagnitudes().record(40, 2);
        measured.of(Latency.PUBLISH_RESPONSE).lowerBounds().record(2_000_000_000L, 5);
        var lateSends = new LatencySamples();
        lateSends.values().record(5_000_000, 3);
        warmup.of(Latency.SEND_CALL).values().record(Long.MAX_VALUE / 2, 1);
        return new Message.SnapshotTaken(
                new Snapshot(
                        3,
                        100,
                        200,
                        new Counts(new Counts.Sends(1, 2, 3, 4, 9), new Counts.Receipts(5, 6, 7, 8, 9)),
                        warmup,
                        measured),
                new SentNumbers(sequences(0, 5000), sequences(7, 9), sequences(5000, 5003)),
                List.of(new ReceivedNotes(
                        1,
                        12,
                        new ReceivedNotes.Repeats(3, 2, 4),
                        new AuditNotes(sequences(100, 300), sequences(100, 101), 2, sequences(107, 108)),
                        sequences(5, 9),
                        new DeliveredOffsets(
                                "t",
                                List.of(
                                        new DeliveredOffsets.Span(3, 0, Long.MAX_VALUE),
                                        new DeliveredOffsets.Span(3, 7, 8))))),
                List.of(new ConsumerPositions("t", 1, Map.of(0, Long.MAX_VALUE, 17, 0L))),
                List.of(new ErrorCount("Timeout", "", Long.MAX_VALUE)),
                new Throttling(new Throttling.Clients(2, 30, 20), new Throttling.Clients(1, 0, 0)),
                new InstrumentSample(
                        lateSends,
                        new ProcessSample(-1, 2),
                        observation(),
                        List.of(new TopicGaps("t", 0, List.of(new Gap(3, Long.MIN_VALUE / 2, 100, 200, true))))));
    }

    private static Observation observation() {
        return new Observation(
                100,
                List.of(new Pause(1_700_000_000_000_000_005L, 2_000_001)),
                List.of(new Pause(-6, 0)),
                7,
                Optional.of(new CpuUse(0.5, 0.25, 3, 1)),
                new ControlGroupUse(
                        Optional.of(new ControlGroupUse.Cpu(1.5, OptionalDouble.of(0.75), 18, 19, 20)),
                        Optional.of(new ControlGroupUse.Memory(21, 22, 23, 24))),
                new NetworkUse(
                        List.of(
                                new LinkUse("eth0", 9, 10, 11, OptionalLong.empty()),
                                new LinkUse("eth1", 12, 13, 14, OptionalLong.of(125_000_000))),
                        15,
                        16,
                        18),
                17);
    }

    public static Assignment assignment() {
        return new Assignment(
                -77,
                new DriverConfig(
                        "Kafka, 3 brokers",
                        "kafka",
                        new TopicConfig(3, true, Map.of("a", "1")),
                        Map.of("e", "4"),
                        new ClientConfig(
                                Map.of("bootstrap.servers", "h:1", "b", ""), Map.of("acks", "all"), Map.of("c", "2")),
                        Map.of("d", "3"),
                        List.of(new MetricsEndpoint(
                                URI.create("http://h:9100/metrics"), "h", List.of("a*"), List.of("sda")))),
                new ClientRoles(
                        List.of(new ProducerRole(4, "client-4", "topic", 9, List.of(0, 4, 8))),
                        List.of(new ConsumerRole(
                                5,
                                "client-5",
                                "topic",
                                9,
                                1,
                                "group-1",
                                ReadFrom.back(4_000_000_000L),
                                new Subscription(
                                        "archive",
                                        3,
                                        StartPosition.back(4_000_000_000L),
                                        OptionalLong.of(30_000_000_000L),
                                        200_000,
                                        Map.of("fetch.max.bytes", "1000000")))),
                        List.of(new ConsumerStep(2, ConsumerStep.Action.STOP, 1, 5, 30_000_000_000L, 7)),
                        new Connections(20_000, 0.5),
                        List.of()),
                12,
                new MessageSpec(
                        new KeySpec(KeyDistributor.RANDOM_NANO, 1 << 30, 0.99, 5),
                        PayloadSpec.of(List.of(new byte[] {0, 1, 2}, new byte[] {3, 4, 5}))
                                .withStampInHeader(true),
                        new PartitionWeights(Map.of(1, 0.5, 0, 2.0), 0.25),
                        List.of(new MessageHeader("a", "ü"), new MessageHeader("b", "c", 5))),
                new LoadPlan(
                        new LoadShape(Arrival.POISSON, 5, true, 7, OptionalLong.of(200_000)), true, 8, true, List.of()),
                true,
                Long.MIN_VALUE);
    }

    private static SequenceSet sequences(long from, long to) {
        var set = new SequenceSet();
        for (long sequence = from; sequence < to; sequence++) {
            set.add(2, sequence);
        }
        return set;
    }
}
