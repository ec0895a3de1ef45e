package dev.weir.result;

import dev.weir.audit.AuditResult;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.durability.Durability;
import dev.weir.measure.LatencySet;
import dev.weir.measure.RequestCounts;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.code.Outcome;
import dev.weir.result.document.Audit;
import dev.weir.result.document.Clocks;
import dev.weir.result.document.DocumentReader;
import dev.weir.result.document.Harness;
import dev.weir.result.document.Provenance;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.result.document.RunClients;
import dev.weir.result.document.RunDetails;
import dev.weir.result.document.RunDetails.FeatureParts;
import dev.weir.result.document.RunDetails.RunChecks;
import dev.weir.result.document.RunDetails.RunCourse;
import dev.weir.result.document.RunDetails.RunInstrument;
import dev.weir.result.document.RunDetails.RunLoad;
import dev.weir.result.document.RunDetails.RunMeasurements;
import dev.weir.result.document.RunDetails.RunOrigin;
import dev.weir.result.document.RunDetails.RunVerdict;
import dev.weir.result.document.RunDetails.Worker;
import dev.weir.result.document.RunDocument;
import dev.weir.result.document.RunDocument.OmbRun;
import dev.weir.result.interval.LatencySummary;
import dev.weir.result.interval.Phase.PhaseSpan;
import dev.weir.result.interval.Throughput;
import dev.weir.result.omb.OmbSeries;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.Workload;
import dev.weir.workload.fields.FieldChange;
import dev.weir.workload.file.EffectiveFiles;
import dev.weir.workload.file.WorkloadPoint.GivenFields;
import dev.weir.workload.message.PayloadSpec;
import dev.weir.workload.text.Checks;
import dev.weir.workload.text.Secrets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Facts about a run that are known before it begins, and the parts of its document that follow from them.
 *
 * @param coordinator facts about the coordinator's process and host, by name
 * @param driver the driver file without secrets, as {@link Secrets#shown} returns it
 * @param clientSettings the settings of the client that result from the driver file, without secrets
 */
public record RunHeader(
        RunIdentity run,
        RunSetup setup,
        Map<String, Object> coordinator,
        Workload workload,
        DriverConfig driver,
        ClientSettings clientSettings) {
    public RunHeader {
        coordinator = new TreeMap<>(coordinator);
    }

    public RunHeader with(Workload other) {
        return new RunHeader(run, setup, coordinator, other, driver, clientSettings);
    }

    public RunResult notStarted(long endNanos, String failure) {
        var verdict = new RunVerdict(List.of(), List.of(), Optional.of(failure), false);
        Optional<Map<String, LatencySummary>> none = Optional.empty();
        String mode = Clocks.ClockMode.SYSTEM.key();
        var clocks = new Clocks(mode, "no load", OptionalLong.empty(), List.of(), List.of(), none, none);
        return begun(endNanos, verdict, List.of(), List.of(), clocks, Map.of(), Durability.NONE);
    }

    /** Returns the result of a run whose load has not begun, with what is known so far. */
    public RunResult begun(
            long nowNanos,
            RunVerdict verdict,
            List<PhaseSpan> phases,
            List<Worker> workers,
            Clocks clocks,
            Map<String, String> systemFacts,
            Durability durability) {
        AuditResult audit =
                AuditResult.off(false, workload.subscriptions().count(), new AuditResult.Totals(0, 0, 0, 0, 0));
        var load =
                new RunLoad(payload(), Optional.of(Throughput.of(List.of())), OptionalLong.of(0), OptionalLong.of(0));
        List<RunChecks.DurabilityFact> promises = RunChecks.DurabilityFact.of(durability);
        var details = new RunDetails(
                verdict,
                new RunCourse(course(nowNanos), phases, List.of(), List.of()),
                load,
                new RunMeasurements(Map.of(), requests(RunClients.NONE), List.of()),
                new RunChecks(Optional.of(Audit.of(audit)), List.of(), promises, Optional.of(clocks)),
                new RunInstrument(workers, Optional.of(new Harness(List.of()))),
                RunClients.NONE,
                new RunOrigin(provenance(systemFacts, List.of()), List.of()),
                FeatureParts.NONE);
        return result(nowNanos, new OmbSeries(), new LatencySet(), audit, details);
    }

    /** Returns the result of a finished run; see {@link RunResult}. */
    public RunResult result(
            long endNanos, OmbSeries series, LatencySet measured, AuditResult audit, RunDetails details) {
        RunVerdict verdict = details.verdict();
        boolean failed = verdict.failure().filter(why -> !why.isEmpty()).isPresent();
        return new RunResult(
                this,
                endNanos,
                measured,
                audit,
                new RunDocument(
                        DocumentReader.SCHEMA_VERSION,
                        Optional.of(failed ? Outcome.FAILED : Outcome.of(verdict.reasons())),
                        ombRun(endNanos),
                        RunDocument.OmbLoad.of(workload, receivedPartitions(details.clients())),
                        series.lists(),
                        series.totals(),
                        Optional.of(details)));
    }

    private OmbRun ombRun(long endNanos) {
        return new OmbRun(
                Optional.of(workload.name()),
                Optional.of(driver.name()),
                Optional.of(setup.serviceVersion()).filter(version -> !version.isEmpty()),
                Optional.of(IsoTime.asOmb(run.beginNanos())),
                Optional.of(IsoTime.asOmb(endNanos)));
    }

    private static int receivedPartitions(RunClients clients) {
        IntStream numbers = clients.partitions().stream().mapToInt(RunClients.PartitionResult::partition);
        return numbers.max().orElse(-1) + 1;
    }

    public Optional<RunLoad.Payload> payload() {
        PayloadSpec payload = workload.messages().payload();
        return Optional.of(new RunLoad.Payload(
                payload.fresh() ? Optional.empty() : Optional.of(payload.poolSize()),
                payload.stampsSomeInHeader() ? 0 : (double) PayloadSpec.STAMP_BYTES / payload.messageSize(),
                payload.contentsBase64().isEmpty() ? Optional.of(payload.randomBytesRatio()) : Optional.empty()));
    }

    /** Returns the requests of all producers; empty if messages are not sent in requests. */
    public Optional<RequestCounts> requests(RunClients clients) {
        return Optional.of(clients.requests()).filter(any -> workload.isInRequests());
    }

    public Optional<RunCourse.Run> course(long endNanos) {
        Optional<CampaignPlace> place = Optional.of(run.place()).filter(CampaignPlace::isPart);
        return Optional.of(new RunCourse.Run(
                run.id(),
                IsoTime.of(run.beginNanos()),
                IsoTime.of(endNanos),
                place.map(CampaignPlace::campaign),
                place.map(CampaignPlace::point),
                place.map(each -> OptionalInt.of(each.repeat())).orElse(OptionalInt.empty()),
                place.map(CampaignPlace::isDiscarded)));
    }

    /** Returns the fields that the command line has changed, with values as in the files. */
    private Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>(run.place().given().set());
        EffectiveFiles.hidden(EffectiveFiles.of(driver))
                .forEach(field -> given.computeIfPresent(
                        FieldChange.OF_DRIVER + field, (path, value) -> value.isEmpty() ? value : Secrets.HIDDEN));
        return given;
    }

    /** Returns what was run on which system: enough to repeat and to identify the run. */
    public Optional<Provenance> provenance(
            Map<String, ?> systemFacts, List<Provenance.ClusterSettingResult> clusterConfig) {
        return Optional.of(new Provenance(
                run.commandLine(),
                run.version(),
                setup,
                coordinator,
                workload.run().seed(),
                EffectiveFiles.of(workload),
                EffectiveFiles.of(driver),
                run.place().given().throughputs(),
                given(),
                Optional.of(clientSettings.client()),
                Optional.of(ComparedSystem.fields(clientSettings)),
                new TreeMap<>(systemFacts),
                clusterConfig));
    }

    /**
     * Identity of a run.
     *
     * @param id unique, lower-case hexadecimal; part of the names that it left in the system
     * @param beginNanos epoch nanoseconds of the coordinator
     */
    public record RunIdentity(String id, String commandLine, String version, long beginNanos, CampaignPlace place) {

        /**
         * Place of a run in its campaign.
         *
         * @param campaign name of the campaign's folder; empty if it was the only run of its command
         * @param point values by which it differs from others of its workload file, by a field's path, as in the file
         * @param repeat number of the run among those of this point on this system, from 1; 0 for a discarded run
         *     before them
         * @param given fields as the person wrote them, where the effective files do not show that
         */
        public record CampaignPlace(String campaign, Map<String, String> point, int repeat, GivenFields given) {
            /** Place of the only run of a command. */
            public static final CampaignPlace NONE = new CampaignPlace("", Map.of(), 1, GivenFields.NONE);

            public CampaignPlace {
                point = Collections.unmodifiableMap(new LinkedHashMap<>(point));
                Checks.atLeast("repeat", repeat, 0);
            }

            /** Returns whether the result is kept, but excluded from comparisons. */
            public boolean isDiscarded() {
                return repeat == 0;
            }

            public boolean isPart() {
                return !campaign.isEmpty();
            }
        }
    }
}
