package dev.weir.driver.kafka.embedded;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;

/** The clusters that all tests of a JVM share. Each is started when a test first needs it, and ends with the JVM. */
public final class TestClusters {
    /** Lock of tests that use {@link #disturbed}. */
    public static final String DISTURBED = "the disturbed broker";

    /** Lock of tests that use {@link #three}. */
    public static final String THREE = "the three brokers";

    private static final Map<String, String> RIGHTS = Map.of(
            "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "allow.everyone.if.no.acl.found", "true");

    private static final Map<String, String> QUICK_SHARES = Map.of(
            "group.share.min.session.timeout.ms", "10000",
            "group.share.session.timeout.ms", "10000");

    private TestClusters() {}

    /**
     * One broker, which tests use at the same time: topics, groups and rights have names of their own. It removes
     * messages and ends transactions sooner than by default.
     */
    public static KafkaEmbeddedCluster undisturbed() {
        return Undisturbed.CLUSTER;
    }

    /**
     * One broker, for one test at a time, which may pause it, change its settings, and needs sessions of groups that time
     * out after 3 s, those of share groups after 10 s.
     */
    public static KafkaEmbeddedCluster disturbed() {
        return Disturbed.CLUSTER;
    }

    /** Three brokers, for one test at a time, which may pause and kill them. All three are there when this returns. */
    static KafkaEmbeddedCluster three() {
        KafkaEmbeddedCluster cluster = Three.CLUSTER;
        // A broker that was started again leads no partition of a topic that is created before it has registered.
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            await("three brokers")
                    .atMost(Duration.ofMinutes(1))
                    .ignoreExceptions()
                    .until(() -> admin.describeCluster()
                                    .nodes()
                                    .get(30, TimeUnit.SECONDS)
                                    .size()
                            == 3);
        }
        return cluster;
    }

    private static final class Undisturbed {
        /** 30 s, 15 s and 10 s by default. */
        static final KafkaEmbeddedCluster CLUSTER = start(
                1,
                RIGHTS,
                Map.of(
                        "log.initial.task.delay.ms", "500",
                        "log.cleaner.backoff.ms", "500",
                        "transaction.abort.timed.out.transaction.cleanup.interval.ms", "100"));
    }

    private static final class Disturbed {
        static final KafkaEmbeddedCluster CLUSTER = start(
                1,
                RIGHTS,
                QUICK_SHARES,
                Map.of(
                        "group.min.session.timeout.ms", "1000",
                        "group.consumer.min.session.timeout.ms", "1000",
                        "group.consumer.session.timeout.ms", "3000",
                        "group.consumer.min.heartbeat.interval.ms", "200",
                        "group.consumer.heartbeat.interval.ms", "500"));
    }

    private static final class Three {
        /** A broker that is gone is given up sooner than by default. */
        static final KafkaEmbeddedCluster CLUSTER = start(
                3, QUICK_SHARES, Map.of("broker.session.timeout.ms", "4000", "broker.heartbeat.interval.ms", "500"));
    }

    @SafeVarargs
    private static KafkaEmbeddedCluster start(int brokers, Map<String, String>... settings) {
        Map<String, String> all = new TreeMap<>();
        for (Map<String, String> each : settings) {
            all.putAll(each);
        }
        return new KafkaEmbeddedClusters(all).start(brokers, 0);
    }
}
