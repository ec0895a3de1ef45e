package dev.weir.cli.run;

import dev.weir.driver.Capability;
import dev.weir.driver.DriverFactory;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.config.ClientUse;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.UnresolvedReferences;
import dev.weir.driver.loading.Drivers;
import dev.weir.feature.Features;
import dev.weir.plan.ConsumerSteps;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.file.WorkloadPoint;
import dev.weir.workload.file.WorkloadPoint.OnSystem;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks whether a system and its clients can do what a workload asks of them, as far as the files show it. */
public record ClientChecks(
        WorkloadSeries series,
        Workload workload,
        DriverConfig config,
        DriverChoice system,
        DriverFactory factory,
        Problems found) {
    /** Checks each workload file of a list with each driver file of it, if they are right by themselves. */
    public static void cross(List<Path> files, Drivers drivers, Problems problems) {
        List<WorkloadSeries> workloads = new ArrayList<>();
        List<DriverChoice> systems = new ArrayList<>();
        for (Path file : files) {
            // A pipe can be read only once.
            if (Files.isRegularFile(file)) {
                WorkloadFile.readAll(file, new Problems()).ifPresent(workloads::add);
                DriverFile.read(file, drivers, new Problems())
                        .flatMap(config -> DriverChoice.of(file.toString(), drivers, new Problems()))
                        .ifPresent(systems::add);
            }
        }
        for (WorkloadSeries series : workloads) {
            var found = new Problems();
            for (DriverChoice system : systems) {
                for (WorkloadPoint point : series.points()) {
                    point.driverChanges()
                            .on(system.plannedConfig(1), system.factory(), new Problems())
                            .flatMap(config -> point.on(system.argument(), config, found))
                            .ifPresent(run -> check(series, run, system, found));
                }
            }
            problems.addNew(found);
        }
    }

    static void check(WorkloadSeries series, OnSystem run, DriverChoice system, Problems found) {
        var checks = new ClientChecks(series, run.workload(), run.driver(), system, system.factory(), found);
        if (checks.factory.payloadOnly()) {
            checks.checkPayloads();
        } else {
            checks.checkHeaders();
        }
        checks.checkKeys();
        checks.checkSubscriptions();
        checks.checkUse();
    }

    private void error(String field, String message) {
        found.error(series.problem(series.lines().getOrDefault(field, 0), field, message));
    }

    /** Adds a problem if payloads are too small for the stamp, or the workload needs headers or partitions. */
    private void checkPayloads() {
        if (workload.isConsumeOnly()) {
            return;
        }
        int least = workload.messages().payload().leastBytes();
        if (least < PayloadSpec.STAMP_BYTES) {
            error(
                    "messageSize",
                    "must be at least " + PayloadSpec.STAMP_BYTES + " bytes with the driver " + factory.name()
                            + ", got " + least
                            + ": this driver has no headers, so Weir writes its measurement data into the payload");
        }
        String withoutHeaders = "cannot be used with the driver " + factory.name()
                + ", whose messages have no headers: remove it, or use another driver";
        if (workload.messages().payload().stampInHeader()) {
            error("stamp", withoutHeaders);
        }
        if (!workload.messages().headers().isEmpty()) {
            error("headers", withoutHeaders);
        }
        if (!workload.messages().partitionWeights().isNone()) {
            error(
                    "partitionWeights",
                    "cannot be used with the driver " + factory.name()
                            + ", which cannot send to a partition of Weir's choice: remove them");
        }
    }

    private void checkHeaders() {
        for (MessageHeader header : workload.messages().headers()) {
            factory.headerProblem(header)
                    .ifPresent(why -> error(
                            "headers",
                            header.name() + " cannot be a header with the driver " + factory.name() + ": " + why
                                    + "; change or remove it"));
        }
    }

    /** Adds a problem if the topics of a configuration refuse messages without keys, and the workload sends such. */
    private void checkKeys() {
        if (!workload.sendsWithoutKeys() || workload.topics().exist() || !factory.needsKeys(config)) {
            return;
        }
        String problem = system.argument() + " creates compacted topics, which refuse messages without keys";
        String ofTopics = "remove compact from cleanup.policy";
        if (workload.load().hasOwnClients()) {
            String message = problem + ", such as this workload sends; " + ofTopics;
            found.error(new Problem(system.argument(), 0, "topicConfig", message));
            return;
        }
        int line = series.lines().getOrDefault("keys", series.lines().getOrDefault("keyDistributor", 0));
        String message = "must be given, because the topicConfig of " + problem
                + "; add keys: {distributor: RANDOM_NANO}, or " + ofTopics;
        found.error(series.problem(line, "keys", message));
    }

    /** Checks the consumer settings of the workload with the driver, like those of its file. */
    private void checkSubscriptions() {
        for (Subscription each : workload.subscriptions().each()) {
            each.type()
                    .map(type -> type.problems(each.name(), factory, config))
                    .orElse(List.of())
                    .forEach(why -> error("subscriptions", why));
            if (!each.sharesPartitions()
                    && each.needsPlacing()
                    && !factory.capabilities(config).contains(Capability.CONSUMER_PLACEMENT)) {
                error(
                        "subscriptions",
                        "cannot have from, startAfter or consumerConfig with the driver " + factory.name() + ", got "
                                + each.name() + ": remove them, or choose another driver");
            } else {
                DriverConfig own = config.withConsumerConfig(each.consumerConfig());
                // Only the client of such a type knows which properties it accepts.
                List<ConfigProblem> problems = each.sharesPartitions()
                        ? UnresolvedReferences.problems(factory.resolved(own))
                        : each.consumerConfig().isEmpty() ? List.of() : factory.problems(own);
                problems.stream()
                        .filter(problem ->
                                problem.refuses() && each.consumerConfig().containsKey(problem.property()))
                        .forEach(problem ->
                                error("subscriptions", each.name() + ": consumerConfig: " + problem.message()));
            }
        }
    }

    /** Lets the driver check its properties against what the clients of the workload do. */
    private void checkUse() {
        report(workload.run().sections().relays(), config);
        for (Subscription each : workload.subscriptions().each()) {
            if (!each.sharesPartitions()) {
                int joining = Features.in(ConsumerSteps.class).stream()
                        .mapToInt(steps -> steps.joining(workload, each))
                        .sum();
                report(each.consumers() + joining, config.withConsumerConfig(each.consumerConfig()));
            }
        }
    }

    private void report(int members, DriverConfig ofClients) {
        var use = new ClientUse(largestMessage(), !workload.topics().exist(), workload.commits(), members);
        for (ConfigProblem problem : factory.problems(ofClients, use)) {
            var together = new Problem(
                    system.argument(),
                    0,
                    problem.property().isEmpty() ? problem.field() : problem.field() + "." + problem.property(),
                    problem.message() + " (workload " + workload.name() + ")");
            if (problem.refuses()) {
                found.error(together);
            } else {
                found.warning(together);
            }
        }
    }

    private Optional<ClientUse.MessageBytes> largestMessage() {
        PayloadSpec payload = workload.messages().payload();
        KeySpec keys = workload.messages().keys();
        Map<String, Integer> headers = new HashMap<>();
        workload.messages().headers().forEach(header -> headers.put(header.name(), header.size()));
        if (payload.stampsInHeader(payload.mostBytes())) {
            headers.put(MessageHeader.RESERVED, PayloadSpec.STAMP_BYTES);
        }
        int keyBytes = keys.distributor() == KeyDistributor.NO_KEY ? -1 : keys.size();
        return Optional.of(new ClientUse.MessageBytes(keyBytes, payload.mostBytes(), headers))
                .filter(any -> workload.load().sends());
    }
}
