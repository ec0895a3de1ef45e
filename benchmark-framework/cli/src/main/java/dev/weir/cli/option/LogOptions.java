package dev.weir.cli.option;

import dev.weir.workload.yaml.Problems;
import picocli.CommandLine.Option;

/** Option for the form of the log. An environment variable has the same effect, for scripts that cannot be changed. */
public final class LogOptions {
    private static final String WEIR = "weir";
    private static final String OMB = "omb";

    @Option(
            names = "--log-format",
            paramLabel = "FORM",
            defaultValue = "${env:WEIR_LOG_FORMAT:-" + WEIR + "}",
            description =
                    "Form of the log on standard output: weir, or omb for scripts that parse OMB's log. With omb, all"
                            + " other texts go to standard error. Default: WEIR_LOG_FORMAT, or weir if that is not set")
    private String format = WEIR;

    public void check(Problems problems) {
        if (!format.equals(WEIR) && !format.equals(OMB)) {
            problems.error("--log-format", "must be weir or omb, got " + format);
        }
    }

    public boolean isOmb() {
        return format.equals(OMB);
    }
}
