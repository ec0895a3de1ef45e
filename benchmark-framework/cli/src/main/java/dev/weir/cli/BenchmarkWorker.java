package dev.weir.cli;

import dev.weir.cli.process.Bug;
import dev.weir.cli.process.RedactedOutput;
import picocli.CommandLine;

/** Main class of {@code bin/benchmark-worker}. */
public final class BenchmarkWorker {
    private BenchmarkWorker() {}

    /** Runs until the process receives a signal to end. */
    public static void main(String[] arguments) {
        RedactedOutput.install();
        Bug.reportUncaught();
        System.exit(Benchmark.explaining(new CommandLine(new WorkerCommand())).execute(arguments));
    }
}
