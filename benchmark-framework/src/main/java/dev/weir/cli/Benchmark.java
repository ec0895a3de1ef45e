package dev.weir.cli;

import dev.weir.cli.bamboo.BambooCommand;
import dev.weir.cli.output.Version;
import dev.weir.cli.process.ExitStatus;
import dev.weir.driver.DriverException;
import dev.weir.workload.yaml.InputException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.UnmatchedArgumentException;

/** The main of {@code bin/benchmark}. */
@Command(
        name = "benchmark",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Measures Kafka and Redpanda with workload files.",
        footer = {
            "",
            "First steps:",
            "  bin/benchmark workloads/quickstart.yaml        a minute on a Kafka of its own",
            "  bin/benchmark -d driver-kafka/kafka.yaml FILE  on your brokers",
            "  bin/benchmark run --help                       all options of a run",
            "  bin/benchmark plan FILE                        what would run, and for how long?",
            "  bin/benchmark report RESULT...                 results as a page for a browser",
            "  bin/benchmark compare OLD... -- NEW...         is it better, worse, equivalent?",
            "  bin/benchmark doctor                           is this host fit to measure?",
            "  bin/benchmark calibrate                        how much can it measure?",
            "  bin/benchmark recover results                  what killed runs have left",
            "",
            "Exit status, the first that applies: 2 bad input (nothing was started), 1 failed, 3 figures invalid,",
            "99 a threshold was missed, 130 interrupted, 0 done."
        })
public final class Benchmark {
    private Benchmark() {}

    /** Runs a command line and ends the process with its status. */
    public static void main(String[] arguments) {
        System.exit(execute(commands(arguments), arguments));
    }

    /** All commands, for a command line that is given to the run as what started it. */
    static CommandLine commands(String... arguments) {
        String commandLine = "bin/benchmark " + String.join(" ", arguments);
        return new CommandLine(new Benchmark())
                .addSubcommand(new RunCommand(commandLine))
                .addSubcommand(new ValidateCommand())
                .addSubcommand(new PlanCommand())
                .addSubcommand(new RerunCommand(commandLine))
                .addSubcommand(new BambooCommand(commandLine))
                .addSubcommand(CompareCommand.commandLine())
                .addSubcommand(new DoctorCommand())
                .addSubcommand(new CalibrateCommand())
                .addSubcommand(new ReportCommand())
                .addSubcommand(new RefereeCommand(commandLine))
                .addSubcommand(new ClusterCommand())
                .addSubcommand(new CertsCommand())
                .addSubcommand(new RecoverCommand())
                .addSubcommand(new RestoreCommand())
                .addSubcommand(new CompletionCommand())
                .addSubcommand(new HelpCommand());
    }

    static int execute(CommandLine commands, String... arguments) {
        return explaining(commands).execute(withDefaultCommand(commands, arguments));
    }

    /** Errors that a person can mend are one message, not a stack trace. */
    static CommandLine explaining(CommandLine commands) {
        commands.setParameterExceptionHandler((error, arguments) -> {
            CommandLine command = error.getCommandLine();
            command.getErr().println(error.getMessage());
            UnmatchedArgumentException.printSuggestions(error, command.getErr());
            command.getErr().println("bin/" + command.getCommandSpec().qualifiedName() + " --help tells what there is");
            return ExitStatus.BAD_INPUT;
        });
        return commands.setExecutionExceptionHandler((error, command, parsed) -> {
            if (error instanceof InputException) {
                command.getErr().println(error.getMessage());
                return ExitStatus.BAD_INPUT;
            }
            if (error instanceof UncheckedIOException file) {
                command.getErr().println(file.getMessage() + ": " + file.getCause());
                return ExitStatus.FAILED;
            }
            if (error instanceof DriverException) {
                command.getErr().println(error.getMessage());
                return ExitStatus.FAILED;
            }
            throw error;
        });
    }

    /** As in OMB, a command line without a command is a run. */
    private static String[] withDefaultCommand(CommandLine commands, String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        boolean help =
                !all.isEmpty() && List.of("-h", "--help", "-V", "--version").contains(all.get(0));
        if (!all.isEmpty() && !help && !commands.getSubcommands().containsKey(all.get(0))) {
            all.add(0, "run");
        }
        return all.isEmpty() ? new String[] {"--help"} : all.toArray(String[]::new);
    }
}
