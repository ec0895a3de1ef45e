package dev.weir.cli;

import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
        name = "completion",
        description = "Print a script with which bash or zsh complete commands and options.",
        footer = {"", "Example:", "  source <(bin/benchmark completion)", "  bin/benchmark --<TAB><TAB>"})
final class CompletionCommand extends ConsoleCommand {
    @Override
    public Integer call() {
        CommandLine commands = command().getCommandSpec().root().commandLine();
        // A command line without a command is a run: its options come first.
        var completed = new CommandLine(new RunCommand());
        commands.getSubcommands().forEach(completed::addSubcommand);
        commands.getOut().print(AutoComplete.bash("benchmark", completed));
        commands.getOut().flush();
        return ExitStatus.OK;
    }
}
