package dev.weir.result.code;

import java.util.Locale;
import java.util.Optional;

/**
 * Rules of comparisons: known mistakes of benchmarks that result files can show. Each names its sources. {@code
 * docs/codes.md} lists all of them.
 */
public enum ReviewCode implements Code {
    // Repeats and selection.

    TOO_FEW_RUNS(
            Effects.REFUSES,
            "A system has one run of a workload, or fewer runs than a confidence interval needs.",
            "The variation between runs is unknown or too uncertain, so a difference may be chance: it cannot be told"
                    + " from chance at the error rate of bin/benchmark compare.",
            "Repeat each run (repeat: 5 in the workload file), or add runs, alternating between the systems, until"
                    + " each has as many as the text says.",
            "Heiser, Systems Benchmarking Crimes: no indication of significance of data; MLPerf Training Rules:"
                    + " Benchmark Results, 5 or 10 runs each; Hoefler and Belli, Scientific Benchmarking of Parallel"
                    + " Computing Systems (SC 2015): rule 5"),
    RUNS_LEFT_OUT(
            Effects.REFUSES,
            "The index of a campaign lists runs of the same workload and system that are not among the results.",
            "A selection of runs can show what all runs together do not.",
            "Name the folder of the campaign, so that all of its runs count.",
            "Heiser, Systems Benchmarking Crimes: benchmark sub-setting without strong justification; Hoefler and"
                    + " Belli (SC 2015): rule 2"),
    RUNS_NOT_ALTERNATED(
            Effects.WARNS,
            "All runs of one system were made before those of another.",
            "Changes on the hosts over time look like a difference between the systems.",
            "Run the systems in one campaign, which alternates them (order: balanced).",
            "Mytkowicz et al., Producing Wrong Data Without Doing Anything Obviously Wrong! (ASPLOS 2009)"),

    // Equal conditions.

    SETTINGS_DIFFER(
            Effects.REFUSES_OR_WARNS,
            "An acknowledgement did not mean the same in all systems, such as acks=all in one and acks=1 in another."
                    + " Or the client library, the settings in effect of the clients or their topics, or fields of the"
                    + " workload differ between results that have the same workload name and point. It is a warning if"
                    + " only settings of the systems in the driver files, or the names of the workers' hosts, differ.",
            "A system that promises less, or has other work, has less to do. A tuned system is compared with one that"
                    + " may not be tuned. Other client hosts may have other CPUs, clocks or network links.",
            "Use one workload file, the same durability, client and settings for all systems, and the same or equal"
                    + " client hosts. Check that each system is tuned with the same care. Name the items or fields with"
                    + " --differs if they are what you compare.",
            "Heiser, Systems Benchmarking Crimes: unfair benchmarking of competitors; MLPerf Inference Rules 0.5,"
                    + " 2.1: strive to be fair, and 2.2: system and framework must be consistent; SPEC CPU 2017 Run and"
                    + " Reporting Rules, 1.2.2: conditions of observation"),
    RATES_DIFFER(
            Effects.REFUSES_OR_WARNS,
            "Systems with a target rate achieved different rates, and their latencies are shown side by side. It is a"
                    + " warning if a system achieved less than 99 % of its target rate.",
            "Latency grows with throughput: the slower system may have the shorter latency because it did less. Latencies"
                    + " of an overloaded system depend mostly on how long the run was.",
            "Use a rate that all systems achieve, or compare latencies rate by rate.",
            "Hoefler and Belli (SC 2015): rule 9; Tene, How NOT to Measure Latency"),
    ONE_CLUSTER(
            Effects.REFUSES,
            "Two systems have the same cluster id: one cluster was measured twice, under two names.",
            "The figures compare the cluster with itself, and differences between them are chance.",
            "Check bootstrap.servers in the driver files. If that is what you want to compare, add --differs driver, or"
                    + " --differs name if only the names differ.",
            "Heiser, Systems Benchmarking Crimes: missing specification of evaluation platform"),
    PLATFORMS_DIFFER(
            Effects.REFUSES,
            "One system ran embedded on the host of its load, and the other system did not, or had another number of"
                    + " embedded brokers. Or OMB measured one of the systems, Weir the other.",
            "The hardware or the instrument differs: equal systems then have different figures.",
            "Run all systems on equal hosts of their own, and measure them with one tool.",
            "Heiser, Systems Benchmarking Crimes: missing specification of evaluation platform; MLPerf Inference"
                    + " Rules 0.5, 2.2: system and framework must be consistent"),

    // The instrument.

    CLIENT_SATURATED(
            Effects.REFUSES,
            "The load generator was at its limit: its CPU, its memory, its network link, its senders or its calibrated "
                    + "rate. If the file has no figures of the client hosts' CPUs, this is unknown.",
            "The figures show the limit of the clients, and their queues count as latency of the system.",
            "Use more or larger client hosts, more producers, or a lower rate.",
            "Zhang et al., Treadmill (ISCA 2016): poor load tester design"),
    RUN_DISTURBED(
            Effects.REFUSES_OR_WARNS,
            "A run is FAILED or INVALID. It is a warning if a run is DEGRADED for a reason that no other rule covers, or"
                    + " was ended early.",
            "The figures of a FAILED or INVALID run must not be used. The others are less reliable than they seem.",
            "Read the reasons, correct the cause, and repeat the runs. Do not hide that a run failed.",
            "SPEC CPU 2017 Run and Reporting Rules, 1.3.1: reproducibility, and 1.2.2: conditions of observation"),
    CLOCKS_INEXACT(
            Effects.REFUSES_OR_WARNS,
            "End-to-end latencies were measured by two clocks whose offset is unknown. It is a warning if the error bound"
                    + " of the clocks is larger than the margin of a comparison, or if latencies are negative.",
            "Latencies can be wrong by the error bound, or by any amount if the offset is unknown. A difference smaller"
                    + " than the error bound means nothing.",
            "Synchronise the clocks (chrony, PTP), or run producers and consumers in one worker.",
            "Hoefler and Belli (SC 2015): rule 10"),

    // The measurement.

    RUN_TOO_SHORT(
            Effects.REFUSES_OR_WARNS,
            "A run was measured from its first message on. It is a warning if the warm-up did not reach its end, if"
                    + " throughput or latency drifted during the measurement, or if a headline latency has fewer than 10"
                    + " samples beyond its p99.",
            "The figures depend on how long the run was. Without a warm-up, they contain connections being made, cold"
                    + " caches and code that is not compiled yet. A percentile of few samples is largely chance.",
            "Use a warmupDuration of at least a minute, or warmupUntil: steady, and measure for longer. For more samples,"
                    + " use a higher rate.",
            "Georges et al., Statistically Rigorous Java Performance Evaluation (OOPSLA 2007); MLPerf Inference"
                    + " Rules 0.5, 3: number of queries by tail latency percentile"),
    PERCENTILES_AVERAGED(
            Effects.REFUSES,
            "Percentiles of the whole run are missing, are the mean of the intervals' percentiles, or differ from"
                    + " those of the run's samples.",
            "The mean of percentiles is no percentile of anything, and hides the worst intervals.",
            "Merge histograms instead. Weir's results contain them, and bin/benchmark compare uses one figure of each"
                    + " run.",
            "Prometheus documentation, Histograms and summaries; Zhang et al., Treadmill (ISCA 2016): statistically"
                    + " inaccurate aggregation"),
    COORDINATED_OMISSION(
            Effects.WARNS,
            "Latencies start when a message was sent, not when it was due.",
            "If the system stalls, the clients stop sending, and the waiting time is in no latency.",
            "Use a producerRate, and compare response times. Of results of OMB, compare only the throughput.",
            "Tene, How NOT to Measure Latency; MLPerf Inference Rules 0.5, 5.1: latency starts when a query was"
                    + " scheduled"),
    SYSTEM_ERRORS(
            Effects.WARNS,
            "Messages were lost, duplicated or refused, or nothing was acknowledged for some time.",
            "Work that is not done makes the rest of the load easier.",
            "Report the errors beside the figures, or repeat the runs without them.",
            "Heiser, Systems Benchmarking Crimes: not evaluating potential performance degradation"),

    // The workload and the documentation.

    PAYLOAD_TOO_COMPRESSIBLE(
            Effects.REFUSES,
            "Compression was on, or it is unknown whether it was. In addition, less than a tenth of the payload is"
                    + " random, or payloads repeat within a batch.",
            "Network and disks carry a fraction of the load that real messages would be.",
            "Leave out useRandomizedPayloads and randomBytesRatio, or use real messages (payloadFile).",
            "Heiser, Systems Benchmarking Crimes: inappropriate and misleading benchmarks"),
    DEFAULTS_MISSING(
            Effects.REFUSES,
            "Results do not contain the settings in effect, with the defaults of the client.",
            "Whether the systems had equal settings cannot be checked, and the runs cannot be repeated.",
            "Make the runs with Weir, which writes all settings in effect.",
            "Heiser, Systems Benchmarking Crimes: missing specification of evaluation platform; SPECjbb2005 Run and"
                    + " Reporting Rules, 3.4: configuration disclosure; Hoefler and Belli (SC 2015): rule 9");

    /** What a rule does in a case. */
    public enum Effect {
        /** The results must not be compared. */
        REFUSES,
        /** The results can be compared, but a reader must know of it. */
        WARNS,
        /** Results do not contain what the rule needs. That is no violation. */
        UNKNOWN
    }

    private enum Effects {
        REFUSES,
        WARNS,
        REFUSES_OR_WARNS
    }

    private final Effects effects;
    private final String source;

    @SuppressWarnings("ImmutableEnumChecker") // ImmutableEnumChecker: it is a record of three texts
    private final Explanation explanation;

    ReviewCode(Effects effects, String happened, String matters, String remedy, String source) {
        this.effects = effects;
        this.source = source;
        explanation = new Explanation(happened, matters, remedy);
    }

    /** Returns the effect of the violations that matter least. */
    public Effect least() {
        return effects == Effects.REFUSES ? Effect.REFUSES : Effect.WARNS;
    }

    /** Returns its effects, such as {@code refuses or warns}. */
    public String effects() {
        return effects.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public String source() {
        return source;
    }

    public String remedy() {
        return explanation.remedy();
    }

    @Override
    public Optional<Explanation> explanation() {
        return Optional.of(explanation);
    }
}
