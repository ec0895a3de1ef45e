package dev.weir.doctor;

import dev.weir.clock.SystemClock;
import dev.weir.driver.Driver;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Checks whether a system can be reached through its driver, and is large enough for its driver file.
 *
 * @param file the driver file, as it was named, or the option that names the brokers
 */
public record SystemCheck(String file, Origin origin, DriverFactory factory, DriverConfig config) implements CheckUp {
    /** Where a driver and its fields come from, so that remedies name what can be changed. */
    public enum Origin {
        /** A driver file. */
        FILE,
        /** Options, one of which names the driver. */
        OPTIONS,
        /** Options that name no driver: a run uses the driver of the system that it finds. */
        OPTIONS_OF_ANY_DRIVER
    }

    /** Limit for all systems together. A usable one answers at once, and on a busy host within 20 s. */
    public static final Duration LIMIT = Duration.ofSeconds(25);

    /** The driver contract does not define the facts; systems without this one are not judged by it. */
    private static final String BROKERS = "brokers";

    @Override
    public String subject() {
        return "system " + file;
    }

    @Override
    public List<Check> check() {
        long beginNanos = SystemClock.INSTANCE.epochNanos();
        try (Driver driver = factory.open(config);
                Admin admin = driver.openAdmin()) {
            long openNanos = SystemClock.INSTANCE.epochNanos();
            Map<String, String> facts = admin.facts(LIMIT);
            long answeredNanos = SystemClock.INSTANCE.epochNanos();
            List<Check> checks = new ArrayList<>();
            checks.add(Check.ok(
                    "reached",
                    Check.format(
                            "%s; connected in %.0f ms, answered in %.1f ms",
                            describe(facts), (openNanos - beginNanos) / 1e6, (answeredNanos - openNanos) / 1e6)));
            admin.rightDriver(LIMIT)
                    .ifPresent(right -> checks.add(
                            origin == Origin.OPTIONS_OF_ANY_DRIVER
                                    ? Check.ok("driver", right + ", which a run with " + file + " uses")
                                    : Check.fail(
                                            "driver",
                                            config.ofAnotherSystem(right),
                                            (origin == Origin.FILE ? "driver: " + right + " in " + file : "-d " + right)
                                                    + ", or other addresses")));
            replicas(facts, checks);
            rights(admin, checks);
            return checks;
        } catch (DriverException e) {
            boolean overdue = Thread.currentThread().isInterrupted();
            return List.of(Check.fail(
                    "reached",
                    ifOverdue("the driver's words: ") + e.getMessage(),
                    overdue ? remedy() : "do what the message proposes; otherwise check the addresses in " + file));
        } catch (RuntimeException | Error e) {
            // A driver jar can fail in any way. Its failure is reported here, and hides no other system's state.
            return List.of(Check.fail(
                    "reached",
                    ifOverdue("") + "the driver " + config.driver() + " fails: " + e,
                    "report it to the author of the driver; if a class or a method is missing, check that all its "
                            + "jars exist and have the same version"));
        }
    }

    /** Returns a prefix if the time is over, because the driver then only reports the interruption. */
    private static String ifOverdue(String introduction) {
        return Thread.currentThread().isInterrupted()
                ? "no answer within " + LIMIT.toSeconds() + " s; " + introduction
                : "";
    }

    @Override
    public Check overdue(Duration limit) {
        return Check.fail("reached", "no answer within " + limit.toSeconds() + " s", remedy());
    }

    /** Returns the system's name and its facts about the whole system; settings of single nodes are for results. */
    private static String describe(Map<String, String> facts) {
        var text = new StringBuilder(facts.getOrDefault("system", "a system without a name"));
        facts.forEach((name, value) -> {
            if (!name.equals("system") && !name.startsWith("broker.") && !name.startsWith("feature.")) {
                text.append(", ").append(name).append(' ').append(value);
            }
        });
        String version = facts.get("feature.metadata.version");
        return version == null ? text.toString() : text + ", metadata.version " + version;
    }

    private void rights(Admin admin, List<Check> checks) {
        String prefix = config.topics().namePrefix();
        admin.missingRights(prefix, LIMIT)
                .ifPresent(missing -> checks.add(
                        missing.isEmpty()
                                ? Check.ok("rights", "may create topics and use groups that begin with " + prefix)
                                : Check.fail(
                                        "rights",
                                        String.join("; ", missing),
                                        "give the user the rights that docs/hosts.md lists; or set "
                                                + setting("namePrefix", "PREFIX")
                                                + ", where the user may use names that begin with PREFIX; or use"
                                                + " existingTopicList of a workload with a group.id")));
    }

    private void replicas(Map<String, String> facts, List<Check> checks) {
        String text = facts.getOrDefault(BROKERS, "");
        if (!text.matches("[1-9][0-9]{0,8}")) {
            return;
        }
        int brokers = Integer.parseInt(text);
        OptionalInt replicas = config.topics().replicas(facts);
        String found = config.topics().replicas().isPresent()
                ? Check.format(
                        "replicationFactor %d, brokers %d", config.topics().replicationFactor(), brokers)
                : Check.format(
                        "replicationFactor -1, which the brokers make %s, brokers %d",
                        replicas.isPresent() ? replicas.getAsInt() : "an unknown number", brokers);
        checks.add(Check.ok("replicas", found)
                .failIf(
                        replicas.orElse(0) > brokers,
                        ": no topic could be created",
                        setting("replicationFactor", brokers) + ", or start more brokers"));
    }

    private String setting(String field, Object value) {
        return origin == Origin.FILE
                ? field + ": " + value + " in " + file
                : "--set driver." + field + "=" + value + " of the run";
    }

    private String remedy() {
        return "check whether the brokers run, whether the addresses in " + file
                + " are theirs, and whether a firewall is between: nc -vz HOST PORT";
    }
}
