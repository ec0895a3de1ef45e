package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import dev.weir.audit.SequenceSet;
import dev.weir.host.facts.Calibration;
import dev.weir.host.facts.HostFacts;
import dev.weir.host.facts.HostFacts.ClockFacts;
import dev.weir.host.facts.HostFacts.ClockFacts.ChronyFacts;
import dev.weir.host.facts.HostFacts.CpuFacts;
import dev.weir.host.facts.HostFacts.MemoryFacts;
import dev.weir.host.facts.HostFacts.PlatformFacts;
import dev.weir.measure.LatencyHistogram;
import dev.weir.plan.Assignment;
import dev.weir.wire.LinkInitializer.FrameDecoder;
import dev.weir.wire.message.Message;
import dev.weir.wire.message.ProducerLocations;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.workload.message.MessageSpec;
import dev.weir.workload.message.PayloadSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCodecTest {
    private static final CBORMapper CBOR = new CBORMapper();

    private final MessageCodec codec = new MessageCodec();

    static List<Message> samples() {
        return MessageSamples.all();
    }

    @Test
    void noMessageIsForgottenHere() {
        assertThat(samples())
                .extracting(message -> (Object) message.getClass())
                .containsExactlyInAnyOrderElementsOf(Stream.of(Message.class.getPermittedSubclasses())
                        .filter(Class::isRecord)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyMessageIsDecodedAsItWasEncodedAndNoClassNameTravels(Message message) throws IOException {
        byte[] encoded = codec.encode(message);

        assertThat(new String(encoded, StandardCharsets.ISO_8859_1)).doesNotContain("dev.weir", "java.");
        // Histograms and sets are no values: they are equal if their bytes are.
        assertThat(codec.decode(encoded))
                .hasSameClassAs(message)
                .usingRecursiveComparison()
                .withEqualsForType((one, other) -> Arrays.equals(one.encode(), other.encode()), SequenceSet.class)
                .withEqualsForType(
                        (one, other) -> one.count() == other.count() && Arrays.equals(one.encode(), other.encode()),
                        LatencyHistogram.class)
                .isEqualTo(message);
    }

    @Test
    void theLargestPayloadIsDecoded() throws IOException {
        Assignment small = MessageSamples.assignment();
        var large = new Message.Assign(
                new Assignment(
                        small.runTag(),
                        small.driver(),
                        small.clients(),
                        small.totalProducers(),
                        MessageSpec.of(PayloadSpec.of(List.of(new byte[16 << 20]))),
                        small.load(),
                        small.audited(),
                        small.seed()),
                ProducerLocations.NONE);

        byte[] encoded = codec.encode(large);

        assertThat(encoded.length).isLessThan(FrameDecoder.MAX_BYTES);
        assertThat(codec.decode(encoded)).isEqualTo(large);
    }

    @Test
    void knownAndUnknownFactsOfAHostAreDecoded() throws IOException {
        var silent = new HostFacts(
                "client-1",
                "OpenJDK 64-Bit Server VM 17.0.15+6",
                new PlatformFacts("Linux 6.1", Optional.empty(), Optional.empty(), Optional.empty()),
                new CpuFacts(8, OptionalDouble.empty(), Optional.empty(), OptionalDouble.empty()),
                new MemoryFacts(
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        5,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalInt.empty()),
                OptionalLong.empty(),
                ClockFacts.NONE,
                Optional.empty());
        var telling = new HostFacts(
                "client-2",
                "OpenJDK 64-Bit Server VM 17.0.15+6",
                new PlatformFacts(
                        "Linux 6.1",
                        Optional.of("Debian GNU/Linux 12 (bookworm)"),
                        Optional.of("KVM"),
                        Optional.of("docker")),
                new CpuFacts(8, OptionalDouble.of(1.5), Optional.of("performance"), OptionalDouble.of(0.25)),
                new MemoryFacts(
                        OptionalLong.of(1L << 40),
                        OptionalLong.of(2),
                        OptionalLong.of(3),
                        5,
                        OptionalLong.of(6),
                        OptionalLong.of(7),
                        OptionalInt.of(8)),
                OptionalLong.of(9),
                new ClockFacts(
                        Optional.of("tsc"),
                        Optional.of(false),
                        Optional.of(new ChronyFacts("ntp.example", 3, -4, 5, 6, 7)),
                        List.of("ptp0: ena-ptp-05")),
                Optional.of("2b4f7d3e-0000-4000-8000-000000000000"));

        var calibration = new Calibration(
                "0.1.0",
                "2026-11-20T19:00:00Z",
                new Calibration.CalibratedHost(8, "m", "j"),
                new Calibration.MessageCost(1e7, 90.5),
                new Calibration.ScheduleError(1, 2),
                new Calibration.ClockCost(3, 22.5, 4.5, 5),
                OptionalDouble.of(2e6));

        for (WorkerFacts facts : List.of(
                new WorkerFacts("instance", 1, "0.1.0", List.of("-Xmx1g"), silent, Optional.empty()),
                new WorkerFacts("instance", 1, "0.1.0", List.of("-Xmx1g"), telling, Optional.of(calibration)))) {
            var welcome = new Message.Welcome(facts);

            assertThat(codec.decode(codec.encode(welcome))).isEqualTo(welcome);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.weir.wire.message.Message$Ping", "Message$Ping", "java.util.HashMap", "PING",
                "", "nothing", "ofFeature", "unknownMessage"
            })
    void refusesATypeThatIsNone(String type) throws IOException {
        byte[] bytes = CBOR.writeValueAsBytes(fields("type", type, "sentNanos", 5));

        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("type");
    }

    /** A message whose record no feature registers. */
    private record UnknownMessage() implements Message.OfFeature {}

    @Test
    void refusesAMessageThatNoFeatureRegisters() {
        byte[] bytes = codec.encode(new UnknownMessage());

        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("type");
    }

    @Test
    void refusesClassNamesInEveryFormAndMissingAdditionalAndNullFields() throws IOException {
        for (Object message : List.of(
                fields("@class", "dev.weir.wire.message.Message$Ping", "sentNanos", 5),
                List.of("dev.weir.wire.message.Message$Ping", fields("sentNanos", 5)),
                fields("type", "ping", "sentNanos", 5, "@class", "java.lang.Object"),
                fields("type", "ping"),
                fields("type", "ping", "sentNanos", 5, "more", 1),
                NullNode.getInstance(),
                fields("type", "failed", "reason", NullNode.getInstance()))) {
            byte[] bytes = CBOR.writeValueAsBytes(message);

            assertThatThrownBy(() -> codec.decode(bytes)).as("%s", message).isInstanceOf(IOException.class);
        }
        byte[] twice = Arrays.copyOf(codec.encode(new Message.Probe()), 40);
        assertThatThrownBy(() -> codec.decode(twice)).isInstanceOf(IOException.class);
    }

    private static Map<String, Object> fields(Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }
}
