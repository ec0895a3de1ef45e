package dev.weir.cli;

import dev.weir.cli.output.Version;
import dev.weir.cli.process.ExitStatus;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete our command lines. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Print a script with which bash or zsh complete commands and options.",
        footer = {"", "Example:", "  source <(bin/benchmark completion)", "  bin/benchmark --<TAB><TAB>"})
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine commands = Objects.requireNonNull(spec).root().commandLine();
        // A command line without a command is a run: its options come first.
        var completed = new CommandLine(new RunCommand(""));
        commands.getSubcommands().forEach(completed::addSubcommand);
        commands.getOut().print(AutoComplete.bash("benchmark", completed));
        commands.getOut().flush();
        return ExitStatus.OK;
    }
}
