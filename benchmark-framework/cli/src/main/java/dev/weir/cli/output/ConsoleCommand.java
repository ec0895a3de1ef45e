package dev.weir.cli.output;

import dev.weir.cli.process.ExitStatus;
import dev.weir.host.facts.ToolVersion;
import dev.weir.workload.yaml.Problems;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command with the options that all have, and the places where it prints. It returns the exit status. Commands with
 * other statuses than these list them in their annotation.
 */
@Command(
        mixinStandardHelpOptions = true,
        abbreviateSynopsis = true,
        versionProvider = ConsoleCommand.Version.class,
        exitCodeListHeading = ExitStatus.HELP_HEADING,
        exitCodeList = {ExitStatus.HELP_BAD_INPUT, ExitStatus.HELP_FAILED, ExitStatus.HELP_OK})
public abstract class ConsoleCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    protected final CommandLine command() {
        return Objects.requireNonNull(spec).commandLine();
    }

    protected final PrintWriter out() {
        return command().getOut();
    }

    protected final PrintWriter err() {
        return command().getErr();
    }

    protected final void printWarnings(Problems problems) {
        problems.warnings().forEach(warning -> err().println("warning: " + warning));
    }

    public static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"weir " + ToolVersion.text()};
        }
    }
}
