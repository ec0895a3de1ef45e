package dev.weir.workload.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionNamesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "use longer intervals (sampleRateMillis)|use longer intervals (--interval)",
                "Warm up for longer (warmupDuration), measure for longer|Warm up for longer (--warmup), measure for longer",
                "Use a producerRate to measure|Use a --rate to measure",
                "a load without a rate (producerRate: max)|a load without a rate (--rate max)",
                "with Kafka: batch.size, linger.ms, max.poll.records|with Kafka: --batch-size, --linger, max.poll.records",
                "set driver.producerConfig.linger.ms|set --linger",
                "did you mean messageSize?|did you mean messageSize (--size)?",
                "did you mean driver.linger.ms (--linger)?|did you mean driver.linger.ms (--linger)?",
                "a topicsList of topics and a name|a topicsList of topics and a name",
                "producerRateList, producerRate=1k|producerRateList, producerRate=1k",
            })
    void namesOptionsInTexts(String text, String expected) {
        assertThat(OptionNames.in(text)).isEqualTo(expected);
    }

    @Test
    void namesOptionsOnlyIfTheyDescribedTheLoad() {
        List<String> load = List.of(("topics partitionsPerTopic messageSize producersPerTopic consumerPerSubscription"
                        + " warmupDuration testDuration sampleRateMillis search")
                .split(" "));

        assertThat(OptionNames.in("a longer testDuration", load)).isEqualTo("a longer --duration");
        assertThat(OptionNames.in("a longer testDuration", List.of("testDuration")))
                .isEqualTo("a longer testDuration");
    }
}
