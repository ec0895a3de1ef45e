package dev.weir.driver.kafka.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.server.common.Feature;
import org.junit.jupiter.api.Test;

class FeatureNamesTest {

    /** A new version of Kafka has other features: the table is then to be changed. */
    @Test
    void hasTheFeaturesOfTheEmbeddedKafka() {
        Map<String, Integer> kafkas = new TreeMap<>();
        Feature.PRODUCTION_FEATURES.stream()
                .filter(feature -> !FeatureNames.ONLY_RAISED.contains(feature.featureName()))
                .forEach(feature -> kafkas.put(feature.featureName(), (int) feature.latestProduction()));

        assertThat(FeatureNames.OF_EMBEDDED).isEqualTo(kafkas);
    }

    @Test
    void refusesVersionsThatAreNoneAndFeaturesThatOnlyGrow() {
        assertThat(FeatureNames.problems(config(Map.of(
                        "feature.transaction.version", "two",
                        "feature.metadata.version", "25",
                        "feature.share.version", "1",
                        "log.retention.ms", "1000"))))
                .extracting(ConfigProblem::message)
                .containsExactlyInAnyOrder(
                        "feature.transaction.version must be the version of the feature, a whole number, 0 for none,"
                                + " got two",
                        "feature.metadata.version cannot be lowered again after the run: remove it");
    }

    @Test
    void refusesFeaturesThatTheEmbeddedKafkaLacks() {
        assertThat(FeatureNames.problemsOnEmbedded(config(Map.of(
                        "feature.transaction.version", "3",
                        "feature.shared.version", "1",
                        "feature.group.version", "0"))))
                .extracting(ConfigProblem::property, ConfigProblem::message)
                .containsExactlyInAnyOrder(
                        tuple(
                                "feature.transaction.version",
                                "feature.transaction.version must be in [0, 2] on the embedded Kafka, got 3"),
                        tuple(
                                "feature.shared.version",
                                "feature.shared.version is no feature of the embedded Kafka, which has"
                                        + " feature.eligible.leader.replicas.version, feature.group.version,"
                                        + " feature.share.version, feature.streams.version, feature.transaction.version;"
                                        + " did you mean feature.share.version?"));
    }

    private static DriverConfig config(Map<String, String> cluster) {
        return DriverConfig.of("kafka").withClusterConfig(cluster);
    }
}
