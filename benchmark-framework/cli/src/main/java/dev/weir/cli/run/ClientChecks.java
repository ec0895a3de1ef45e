package dev.weir.cli.run;

import dev.weir.driver.Capability;
import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.config.ClientUse;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.UnresolvedReferences;
import dev.weir.feature.Features;
import dev.weir.plan.ConsumerSteps;
import dev.weir.workload.Subscription;
import dev.weir.workload.Workload;
import dev.weir.workload.file.WorkloadPoint.OnSystem;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.message.KeyDistributor;
import dev.weir.workload.message.KeySpec;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks whether the clients of a system can do what a workload asks of them, as far as the files show it. */
final class ClientChecks {
    private ClientChecks() {}

    /** Adds what is wrong with a run on a system. */
    static void check(WorkloadSeries series, OnSystem run, DriverChoice system, Problems found) {
        checkSubscriptions(series, run, system, found);
        checkUse(run.workload(), system, run.driver(), found);
    }

    /** Checks the consumer settings of the workload with the driver, like those of its file. */
    private static void checkSubscriptions(WorkloadSeries series, OnSystem run, DriverChoice system, Problems found) {
        DriverConfig config = run.driver();
        int line = series.lines().getOrDefault("subscriptions", 0);
        for (Subscription each : run.workload().subscriptions().each()) {
            each.type()
                    .map(type -> type.problems(each.name(), system.factory(), config))
                    .orElse(List.of())
                    .forEach(why -> found.error(series.problem(line, "subscriptions", why)));
            if (!each.sharesPartitions()
                    && each.needsPlacing()
                    && !system.factory().capabilities(config).contains(Capability.CONSUMER_PLACEMENT)) {
                found.error(series.problem(
                        line,
                        "subscriptions",
                        "cannot have from, startAfter or consumerConfig with the driver "
                                + system.factory().name() + ", got " + each.name()
                                + ": remove them, or choose another driver"));
            } else {
                DriverConfig own = config.withConsumerConfig(each.consumerConfig());
                // Only the client of such a type knows which properties it accepts.
                List<ConfigProblem> problems = each.sharesPartitions()
                        ? UnresolvedReferences.problems(system.factory().resolved(own))
                        : each.consumerConfig().isEmpty()
                                ? List.of()
                                : system.factory().problems(own);
                problems.stream()
                        .filter(problem ->
                                problem.refuses() && each.consumerConfig().containsKey(problem.property()))
                        .forEach(problem -> found.error(series.problem(
                                line, "subscriptions", each.name() + ": consumerConfig: " + problem.message())));
            }
        }
    }

    /** Lets the driver check its properties against what the clients of the workload do. */
    private static void checkUse(Workload workload, DriverChoice system, DriverConfig config, Problems found) {
        report(workload, system, use(workload, workload.run().sections().relays()), config, found);
        for (Subscription each : workload.subscriptions().each()) {
            if (!each.sharesPartitions()) {
                report(
                        workload,
                        system,
                        use(workload, members(workload, each)),
                        config.withConsumerConfig(each.consumerConfig()),
                        found);
            }
        }
    }

    private static void report(
            Workload workload, DriverChoice system, ClientUse use, DriverConfig config, Problems found) {
        for (ConfigProblem problem : system.factory().problems(config, use)) {
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

    private static ClientUse use(Workload workload, int members) {
        return new ClientUse(largestMessage(workload), !workload.topics().exist(), workload.commits(), members);
    }

    private static Optional<ClientUse.MessageBytes> largestMessage(Workload workload) {
        PayloadSpec payload = workload.messages().payload();
        KeySpec keys = workload.messages().keys();
        Map<String, Integer> headers = new HashMap<>();
        workload.messages().headers().forEach(header -> headers.put(header.name(), header.size()));
        if (payload.stampsInHeader(payload.mostBytes())) {
            headers.put(MessageHeader.RESERVED, PayloadSpec.STAMP_BYTES);
        }
        return workload.load().sends()
                ? Optional.of(new ClientUse.MessageBytes(
                        keys.distributor() == KeyDistributor.NO_KEY ? -1 : keys.size(), payload.mostBytes(), headers))
                : Optional.empty();
    }

    private static int members(Workload workload, Subscription subscription) {
        return subscription.consumers()
                + Features.in(ConsumerSteps.class).stream()
                        .mapToInt(each -> each.joining(workload, subscription))
                        .sum();
    }
}
