package dev.weir.cli.run;

import dev.weir.driver.client.MessageHeader;
import dev.weir.driver.loading.Drivers;
import dev.weir.workload.Workload;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.file.WorkloadFile;
import dev.weir.workload.file.WorkloadPoint;
import dev.weir.workload.file.WorkloadPoint.OnSystem;
import dev.weir.workload.file.WorkloadSeries;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks whether a system takes the messages of a workload, as far as the files show it. */
public final class MessageChecks {
    private MessageChecks() {}

    /**
     * Checks each workload file of a list with each driver file of it. Files that are wrong by themselves are left out.
     *
     * @param problems receives what is wrong
     */
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
                            .ifPresent(run -> {
                                check(series, run, system, found);
                                ClientChecks.check(series, run, system, found);
                            });
                }
            }
            problems.addNew(found);
        }
    }

    /** Adds a problem if the system refuses the messages of a run. */
    static void check(WorkloadSeries series, OnSystem run, DriverChoice system, Problems found) {
        checkPayloads(series, run, system, found);
        checkHeaders(series, run, system, found);
        checkKeys(series, run, system, found);
    }

    /** Adds a problem if payloads are too small for the stamp and the driver cannot carry it elsewhere. */
    private static void checkPayloads(WorkloadSeries series, OnSystem run, DriverChoice system, Problems found) {
        Workload workload = run.workload();
        if (!system.factory().payloadOnly() || workload.isConsumeOnly()) {
            return;
        }
        int least = workload.messages().payload().leastBytes();
        if (least < PayloadSpec.STAMP_BYTES) {
            found.error(series.problem(
                    series.lines().getOrDefault("messageSize", 0),
                    "messageSize",
                    "must be at least " + PayloadSpec.STAMP_BYTES + " bytes with the driver "
                            + system.factory().name() + ", got " + least
                            + ": this driver has no headers, so Weir writes its measurement data into the payload"));
        }
        List<String> inHeaders = new ArrayList<>();
        if (workload.messages().payload().stampInHeader()) {
            inHeaders.add("stamp");
        }
        if (!workload.messages().headers().isEmpty()) {
            inHeaders.add("headers");
        }
        for (String field : inHeaders) {
            found.error(series.problem(
                    series.lines().getOrDefault(field, 0),
                    field,
                    "cannot be used with the driver " + system.factory().name()
                            + ", whose messages have no headers: remove it, or use another driver"));
        }
        if (!workload.messages().partitionWeights().isNone()) {
            found.error(series.problem(
                    series.lines().getOrDefault("partitionWeights", 0),
                    "partitionWeights",
                    "cannot be used with the driver " + system.factory().name()
                            + ", which cannot send to a partition of Weir's choice: remove them"));
        }
    }

    private static void checkHeaders(WorkloadSeries series, OnSystem run, DriverChoice system, Problems found) {
        if (system.factory().payloadOnly()) {
            return;
        }
        for (MessageHeader header : run.workload().messages().headers()) {
            system.factory()
                    .headerProblem(header)
                    .ifPresent(why -> found.error(series.problem(
                            series.lines().getOrDefault("headers", 0),
                            "headers",
                            header.name() + " cannot be a header with the driver "
                                    + system.factory().name() + ": " + why + "; change or remove it")));
        }
    }

    /** Adds a problem if the topics of a configuration refuse messages without keys, and the workload sends such. */
    private static void checkKeys(WorkloadSeries series, OnSystem run, DriverChoice system, Problems found) {
        Workload workload = run.workload();
        if (!workload.sendsWithoutKeys()
                || workload.topics().exist()
                || !system.factory().needsKeys(run.driver())) {
            return;
        }
        String problem = system.argument() + " creates compacted topics, which refuse messages without keys";
        String ofTopics = "remove compact from cleanup.policy";
        if (workload.load().hasOwnClients()) {
            found.error(new Problem(
                    system.argument(), 0, "topicConfig", problem + ", such as this workload sends; " + ofTopics));
        } else {
            found.error(series.problem(
                    series.lines().getOrDefault("keys", series.lines().getOrDefault("keyDistributor", 0)),
                    "keys",
                    "must be given, because the topicConfig of " + problem
                            + "; add keys: {distributor: RANDOM_NANO}, or " + ofTopics));
        }
    }
}
