package dev.weir.referee;

import dev.weir.campaign.Campaign;
import dev.weir.campaign.CampaignListener;
import dev.weir.campaign.CampaignOrigin;
import dev.weir.campaign.CampaignRun;
import dev.weir.campaign.CampaignSystem;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.request.WorkerTarget;
import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.ShareGroupSpec;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.referee.Referee;
import dev.weir.driver.referee.RefereeFigures;
import dev.weir.driver.referee.RefereeGroup;
import dev.weir.driver.referee.RefereeKind;
import dev.weir.driver.referee.RefereeTask;
import dev.weir.host.facts.ToolVersion;
import dev.weir.result.RunResult;
import dev.weir.result.code.Outcome;
import dev.weir.result.run.CampaignPlace;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.worker.WorkerServer;
import dev.weir.workload.Hooks;
import dev.weir.workload.Topology;
import dev.weir.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs Weir and a tool alternately on the same system, as often as requested; every second time, the tool runs first.
 * Used by one thread, except for {@link #interrupt}.
 */
public final class SideBySide {
    private static final Duration ADMIN_LIMIT = Duration.ofSeconds(60);

    /** The tool may take this many times as long as requested. */
    private static final int TIME_LIMIT_FACTOR = 4;

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final RefereePlan plan;
    private final RefereeSystem system;
    private final String commandLine;
    private final Path folder;
    private final CampaignListener listener;
    private final Consumer<String> steps;
    private final Set<String> differences = new LinkedHashSet<>();
    private final List<RefereePair> pairs = new ArrayList<>();
    private @Nullable Campaign campaign;
    private @Nullable Referee referee;
    private boolean interrupted;

    /**
     * Creates a comparison that has not begun.
     *
     * @param commandLine command that started the process, for Weir's results
     * @param folder folder of these results
     * @param listener receives the progress of Weir's runs
     * @param steps receives the next step, as text
     */
    public SideBySide(
            RefereePlan plan,
            RefereeSystem system,
            String commandLine,
            Path folder,
            CampaignListener listener,
            Consumer<String> steps) {
        this.plan = plan;
        this.system = system;
        this.commandLine = commandLine;
        this.folder = folder;
        this.listener = listener;
        this.steps = steps;
    }

    /** Runs both sides this many times. A failure of one side ends the comparison, with the pairs before it. */
    public RefereeResult run(int times) {
        String failure = "";
        try (Driver driver = system.factory().open(system.config());
                Admin admin = driver.openAdmin()) {
            if (!plan.kind().reads()) {
                runPairs(times, plan.load(), last -> onTopic(admin, topic -> theirs(task(topic, last), limit())));
            } else if (plan.messagesToFill() > 0) {
                onTopic(admin, topic -> fillAndRead(admin, times, topic));
            } else {
                read(admin, times, plan.load().topics().existing().get(0));
            }
        } catch (DriverException e) {
            failure = isInterrupted() ? "" : String.valueOf(e.getMessage());
        }
        differences.addAll(plan.differences(times));
        return new RefereeResult(
                plan,
                system.config().name(),
                system.referees().name(plan.kind()),
                List.copyOf(differences),
                pairs,
                failure,
                isInterrupted());
    }

    /** Ends the current run in good order, and begins nothing else. Any thread. */
    public synchronized void interrupt() {
        interrupted = true;
        if (campaign != null) {
            campaign.interrupt();
        }
        if (referee != null) {
            referee.close();
        }
    }

    private void runPairs(int times, Workload load, Function<RunResult, RefereeFigures> tool) {
        @Nullable RunResult last = null;
        for (int number = 1; number <= times; number++) {
            steps.accept("pair " + number + " of " + times);
            // Only Weir's first run shows how many messages a load without a rate has.
            Optional<RefereeFigures> before =
                    last != null && number % 2 == 0 ? Optional.of(tool.apply(last)) : Optional.empty();
            Path file = folder.resolve("weir-" + number + ".json");
            RunResult ours = ours(load, number, file);
            last = ours;
            pairs.add(new RefereePair(plan.kind(), ours, file, before.orElseGet(() -> tool.apply(ours))));
        }
    }

    private RunResult ours(Workload load, int number, Path file) {
        steps.accept("Weir");
        try (var worker = WorkerServer.listenInProcess(system.drivers(), SystemClock.INSTANCE)) {
            var run = new CampaignRun(
                    number,
                    CampaignPlace.NONE,
                    load,
                    Hooks.NONE,
                    new CampaignSystem(
                            // Otherwise the run would delete topics of this comparison as those of an earlier run.
                            system.config().withoutReset(),
                            system.factory(),
                            "",
                            system.embeddedBrokers(),
                            system.facts(),
                            system.reasons(),
                            () -> {},
                            Optional.empty()),
                    file);
            var one = new Campaign(
                    List.of(run),
                    List.of(new WorkerTarget("in-process", worker.address())),
                    Topology.SWARM,
                    new CampaignOrigin(commandLine, ToolVersion.text(), ""),
                    SystemClock.INSTANCE,
                    listener,
                    CampaignIndex.none());
            begin(one);
            List<RunResult> results = one.execute();
            if (results.isEmpty() || results.get(0).interrupted()) {
                throw new DriverException("the run was interrupted");
            }
            RunResult result = results.get(0);
            if (result.outcome() == Outcome.FAILED) {
                throw new DriverException("Weir's run failed: " + result.failure());
            }
            return result;
        }
    }

    private <T> T onTopic(Admin admin, Function<String, T> use) {
        String topic = newName();
        admin.createTopics(List.of(new TopicSpec(topic, plan.load().topics().partitionsOf(0))), ADMIN_LIMIT);
        try {
            return use.apply(topic);
        } finally {
            admin.deleteTopics(List.of(topic), ADMIN_LIMIT);
        }
    }

    /** Returns the task of the tool: as many messages as the load has, or as Weir sent if it has no rate. */
    private RefereeTask task(String topic, RunResult last) {
        Workload load = plan.load();
        double rate = load.load().isScheduled() ? load.producerRate() : Double.POSITIVE_INFINITY;
        long warmup = load.load().isScheduled()
                ? Math.round(rate * seconds(load.timing().warmup()))
                : RefereePair.warmup(last).sends().acknowledged();
        long measured = Math.max(
                1,
                load.load().isScheduled()
                        ? Math.round(rate * seconds(load.timing().test().orElseThrow()))
                        : RefereePair.measured(last).sends().acknowledged());
        boolean warmsUp = plan.kind() == RefereeKind.PRODUCER;
        return new RefereeTask(
                plan.kind(),
                topic,
                group(topic),
                warmsUp ? warmup + measured : measured,
                warmsUp ? warmup : 0,
                rate,
                load.messages().payload().messageSize(),
                load.messages().payload().poolSize());
    }

    private Duration limit() {
        Workload load = plan.load();
        return load.timing()
                .warmup()
                .plus(load.timing().test().orElseThrow())
                .multipliedBy(TIME_LIMIT_FACTOR)
                .plus(START_LIMIT);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private boolean fillAndRead(Admin admin, int times, String topic) {
        long messages = plan.messagesToFill();
        var task = new RefereeTask(
                RefereeKind.PRODUCER,
                topic,
                group(topic),
                messages,
                0,
                Double.POSITIVE_INFINITY,
                plan.load().messages().payload().messageSize(),
                plan.load().messages().payload().poolSize());
        steps.accept("filling the topic, messages: " + messages);
        await(task, plan.limit(messages));
        return read(admin, times, topic);
    }

    private boolean read(Admin admin, int times, String topic) {
        int partitions = admin.partitions(List.of(topic), ADMIN_LIMIT).getOrDefault(topic, 0);
        if (partitions == 0) {
            throw new DriverException("there is no topic " + topic + " to read");
        }
        long messages = admin
                .logRanges(List.of(new TopicSpec(topic, partitions)), ADMIN_LIMIT)
                .getOrDefault(topic, List.of())
                .stream()
                .mapToLong((LogRange log) -> log.endOffset() - log.startOffset())
                .sum();
        if (messages == 0) {
            throw new DriverException("the topic " + topic + " holds no messages to read");
        }
        Duration limit = plan.limit(messages);
        runPairs(times, plan.reading(topic, limit), last -> {
            // A group reads from the begin once. The topic of this name does not exist; it names the group.
            String name = newName();
            RefereeGroup group = group(name);
            if (plan.kind() == RefereeKind.SHARE_CONSUMER) {
                admin.configureShareGroups(
                        List.of(new ShareGroupSpec(group.name(), ReadFrom.FIRST, false, false, Map.of())), ADMIN_LIMIT);
            }
            try {
                return theirs(
                        new RefereeTask(
                                plan.kind(),
                                topic,
                                group,
                                messages,
                                RefereePair.warmupOf(plan.kind(), messages),
                                Double.POSITIVE_INFINITY,
                                Math.max(1, plan.load().messages().payload().messageSize()),
                                0),
                        limit);
            } finally {
                admin.deleteTopics(List.of(name), ADMIN_LIMIT);
            }
        });
        return true;
    }

    /** Returns a name with the prefix of runs, so that a driver file with {@code reset} deletes what may be left. */
    private String newName() {
        return system.config().topics().namePrefix() + "referee-" + UUID.randomUUID();
    }

    /** Returns a group named like those of runs, so that it is found when its topic is deleted. */
    private RefereeGroup group(String topic) {
        return new RefereeGroup(topic + "-subscription-0", plan.consumers());
    }

    private RefereeFigures theirs(RefereeTask task, Duration limit) {
        differences.addAll(system.referees().differences(task, system.config()));
        steps.accept(system.referees().name(task.kind()));
        return await(task, limit);
    }

    private RefereeFigures await(RefereeTask task, Duration limit) {
        try (Referee started = begin(task)) {
            return started.await(limit);
        }
    }

    private synchronized Referee begin(RefereeTask task) {
        if (interrupted) {
            throw new DriverException("the comparison was interrupted");
        }
        referee = system.referees().start(task, system.config());
        return referee;
    }

    private synchronized void begin(Campaign one) {
        campaign = one;
        if (interrupted) {
            one.interrupt();
        }
    }

    private synchronized boolean isInterrupted() {
        return interrupted;
    }
}
