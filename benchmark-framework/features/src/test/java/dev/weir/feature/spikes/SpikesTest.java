package dev.weir.feature.spikes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.feature.PartPages;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.document.RunDetails;
import dev.weir.result.value.Moment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpikesTest {
    private static final long START = 1_700_000_000_000_000_000L;
    private static final LatencySpikes SPIKES = new LatencySpikes(
            "endToEndResponse",
            50_000_000,
            12_000_000,
            2,
            3e9,
            List.of(
                    new LatencySpikes.CauseShare(SpikeCause.BROKER_PAUSE, "garbage collection of broker-2", 1, 0.83),
                    new LatencySpikes.CauseShare(SpikeCause.UNKNOWN_CAUSE, "", 1, 0.17)),
            List.of(new LatencySpikes.Spike(
                    new Moment(START),
                    new Moment(START + 1_000_000_000L),
                    210_000_000,
                    0.83,
                    SpikeCause.BROKER_PAUSE,
                    "garbage collection of broker-2",
                    "log of broker-2")));

    private final Spikes spikes = new Spikes();
    private final RunDetails details = RunDetails.NONE.with(Map.of("latencySpikes", SPIKES));

    @TempDir
    Path folder;

    @Test
    void answersWithTheMainCauses() {
        assertThat(spikes.answer(details))
                .hasValueSatisfying(
                        answer -> assertThat(answer.figure())
                                .isEqualTo(
                                        "2 latency spikes above 50.0 ms (endToEndResponse). The longest latency of a second is"
                                                + " usually 12.0 ms. 83 % of the delay beyond 50.0 ms coincides with: garbage collection of"
                                                + " broker-2 (1 spike). 17 % of the delay beyond 50.0 ms has an unknown cause (1 spike)."));
        assertThat(spikes.answer(RunDetails.NONE)).isEmpty();
    }

    @Test
    void explainsEachSpikeAndWhatToDo() {
        assertThat(spikes.explanation(details))
                .contains("17 % of the delay beyond 50.0 ms has an unknown cause (1 spike).")
                .anyMatch(line -> line.startsWith("from 22:13:20.000 until 22:13:21.000, up to 210 ms, 83 % of the"))
                .anyMatch(line ->
                        line.startsWith("BROKER_PAUSE: If the broker collected garbage, give its JVM more memory"))
                .allMatch(line -> line.length() <= 78);
        assertThat(spikes.explanation(RunDetails.NONE))
                .first()
                .asString()
                .startsWith("The causes of its long latencies are unknown.");
    }

    @Test
    void isOnThePageUnderTheFirstChartsAndInThem() throws IOException {
        String page = PartPages.html(folder, Map.of("latencySpikes", SPIKES));

        String sentence = "83 % of the delay beyond 50.0 ms coincides with: garbage collection of broker-2 (1 spike).";
        assertThat(page.indexOf(sentence)).isBetween(page.indexOf("class=\"pair\""), page.indexOf("id=\"reasons\""));
        assertThat(page).contains("latency up to 210 ms: garbage collection of broker-2", "<h3>Latency spikes</h3>");
    }
}
