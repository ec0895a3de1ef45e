package dev.weir.cli;

import static java.util.Map.entry;

import dev.weir.cli.kubernetes.KubernetesCommand;
import dev.weir.cli.output.ConsoleCommand.Version;
import dev.weir.cli.process.Bug;
import dev.weir.cli.process.ConsoleWriter;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.process.RedactedOutput;
import dev.weir.driver.config.NearestName;
import dev.weir.driver.exception.DriverException;
import dev.weir.report.Paragraph;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.text.Secrets;
import dev.weir.workload.yaml.Problems.InputException;
import dev.weir.workload.yaml.ScalarType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Main class of {@code bin/benchmark}. */
@Command(
        name = "benchmark",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Measures Kafka and Redpanda with workload files.",
        commandListHeading = "",
        footer = {"", "  bin/benchmark help COMMAND    options and examples of a command"},
        exitCodeListHeading = ExitStatus.HELP_HEADING,
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.HELP_RUN_FAILED,
            ExitStatus.HELP_INVALID,
            ExitStatus.HELP_THRESHOLD_MISSED,
            ExitStatus.HELP_INTERRUPTED,
            ExitStatus.HELP_OK
        })
public final class Benchmark {
    private static final String BROKERS = "use -b HOST:PORT,...";
    private static final String PROPERTIES = "use --client-property NAME=VALUE";

    /** Commands of earlier versions, and what to do instead. */
    private static final Map<String, String> GONE = Map.ofEntries(
            entry("bamboo", "run one of the files in workloads/bamboo"),
            entry("board", "use bin/benchmark report --site"),
            entry("referee", "use bin/measure rig in a checkout of Weir"),
            entry("calibrate", "use bin/benchmark doctor --calibrate"),
            entry(
                    "k8s follow",
                    "use bin/benchmark k8s fetch, which prints the log, waits for the end and copies the results"),
            entry("k8s render", "use bin/benchmark k8s run --render"),
            entry("disclose", "use bin/benchmark bundle"),
            entry("restore", "use bin/benchmark recover"),
            entry("review", "use bin/benchmark compare, or report"));

    /** Options of Kafka's tools, and what to use instead. */
    private static final Map<String, String> FOREIGN_OPTIONS = Map.of(
            "--bootstrap-server", BROKERS,
            "--bootstrap-servers", BROKERS,
            "--throughput", "use --rate, such as --rate 50k; --rate max for -1",
            "--record-size", "use --size, such as --size 1KiB",
            "--num-records", "use --duration, because runs end after a time, such as --duration 1m",
            "--topic", "Weir creates its own topics: use --topics N, or --set existingTopicList=[NAME]",
            "--producer-props", PROPERTIES,
            "--producer.config", PROPERTIES,
            "--payload-file", "use --set payloadFile=FILE");

    private static final String FAIL_IF = "--fail-if";

    /** A limit of a run, which some look for in {@value #FAIL_IF}, an option of another command. */
    private static final String RUN_LIMIT =
            ": a limit of a run is a threshold, such as --set 'thresholds=[endToEndResponse.p99 < 50ms]'. compare "
                    + FAIL_IF + " fails if one side is worse than the other";

    private Benchmark() {}

    public static void main(String[] arguments) {
        RedactedOutput.install();
        Bug.reportUncaught();
        System.exit(execute(commands(), arguments));
    }

    static CommandLine commands() {
        var commands = new CommandLine(new Benchmark());
        Map<String, List<CommandLine>> groups = new LinkedHashMap<>();
        groups.put(
                "Measure",
                lines(RunCommand.commandLine(), new ValidateCommand(), new PlanCommand(), new RerunCommand()));
        groups.put(
                "Read results",
                lines(
                        CompareCommand.commandLine(),
                        new ReportCommand(),
                        new HistoryCommand(),
                        new ExplainCommand(),
                        new BundleCommand(),
                        new VerifyCommand()));
        groups.put(
                "Operate",
                lines(
                        new DoctorCommand(),
                        new RecoverCommand(),
                        new ClusterCommand(),
                        new KubernetesCommand(),
                        new CertsCommand(),
                        new CompletionCommand()));
        groups.values().forEach(group -> group.forEach(commands::addSubcommand));
        commands.addSubcommand(new HelpCommand());
        commands.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> list(help, groups));
        return commands;
    }

    private static List<CommandLine> lines(Object... commands) {
        return Stream.of(commands)
                .map(each -> each instanceof CommandLine line ? line : new CommandLine(each))
                .toList();
    }

    private static String list(Help help, Map<String, List<CommandLine>> groups) {
        var text = new StringBuilder();
        groups.forEach((heading, group) -> {
            text.append(help.createHeading("%n" + heading + "%n"));
            for (CommandLine command : group) {
                String description = command.getCommandSpec().usageMessage().description()[0];
                String sentence = description.split("(?<=\\.) ", 2)[0];
                String name = String.format("  %-11s", command.getCommandName());
                Paragraph.lines(name, " ".repeat(13), sentence)
                        .forEach(line -> text.append(line).append('\n'));
            }
        });
        return text.toString();
    }

    /** Returns a text of help that is written by hand, because it must fit on a screen. */
    private static String text(String name) {
        try (InputStream resource = Benchmark.class.getResourceAsStream(name)) {
            return Ansi.AUTO.string(
                    new String(Objects.requireNonNull(resource, name).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    static int execute(CommandLine commands, String... arguments) {
        if (arguments.length == 0) {
            commands.getOut().print(text("start.help"));
            commands.getOut().flush();
            return ExitStatus.OK;
        }
        Optional<String> meant = misspeltCommand(commands, arguments);
        if (meant.isPresent()) {
            commands.getErr().println(meant.get());
            return ExitStatus.BAD_INPUT;
        }
        int status = explaining(commands).execute(withDefaultCommand(commands, arguments));
        commands.getOut().flush();
        return status;
    }

    /** Returns a message about a first word that was a command, or is neither a file nor a command but similar to one. */
    private static Optional<String> misspeltCommand(CommandLine commands, String... arguments) {
        Set<String> known = commands.getSubcommands().keySet();
        String word = arguments[0];
        Optional<String> gone = Stream.of(
                        word, String.join(" ", Arrays.asList(arguments).subList(0, Math.min(2, arguments.length))))
                .filter(GONE::containsKey)
                .findFirst();
        if (gone.isPresent() && !Files.exists(Path.of(word))) {
            return gone.map(command -> command + ": this command no longer exists: " + GONE.get(command));
        }
        if (!word.matches("[a-z]+") || known.contains(word) || Files.exists(Path.of(word))) {
            return Optional.empty();
        }
        return NearestName.of(word, known)
                .map(near -> word + ": is neither a command nor a file; did you mean bin/benchmark " + near + "?");
    }

    /** Returns what to do if Java cannot represent the name of a file; otherwise empty. */
    private static String unmappable(Exception error) {
        String message = String.valueOf(error.getMessage());
        return message.contains(InvalidPathException.class.getSimpleName()) && message.contains("unmappable")
                ? ". Java cannot use this file name with the locale of this shell: set LC_ALL=C.UTF-8"
                : "";
    }

    private static String unknownOption(UnmatchedArgumentException error) {
        String given = error.getUnmatched().get(0).replaceFirst("=.*", "");
        CommandSpec command = error.getCommandLine().getCommandSpec();
        boolean isRun = command.userObject() instanceof RunCommand;
        if (isRun && given.equals(FAIL_IF)) {
            return given + ": is not an option of bin/" + command.qualifiedName() + RUN_LIMIT;
        }
        String advice = isRun ? FOREIGN_OPTIONS.getOrDefault(given, "") : "";
        return given + ": is not an option of bin/" + command.qualifiedName()
                + (advice.isEmpty()
                        ? NearestName.advice(given, command.optionsMap().keySet())
                        : ", but of other tools: " + advice);
    }

    private static int whole(String text) {
        return new ScalarType.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE)
                .parse(QuantityText.plain(text, ""))
                .map(Math::toIntExact)
                .orElseThrow(() -> new TypeConversionException(
                        "must be a whole number, got " + text + QuantityText.advice(text, "")));
    }

    /** Reports errors that a person can correct as one message, without a stack trace. */
    static CommandLine explaining(CommandLine commands) {
        commands.setExecutionStrategy(parsed -> {
            ParseResult command = parsed.subcommand();
            if (command != null
                    && command.isUsageHelpRequested()
                    && command.commandSpec().userObject() instanceof RunCommand) {
                commands.getOut().print(text("run.help"));
                return ExitStatus.OK;
            }
            // Help has Weir's own texts, and colors.
            Integer help = CommandLine.executeHelpRequest(parsed);
            if (help != null) {
                return help;
            }
            ConsoleWriter.install(commands);
            return new CommandLine.RunLast().execute(parsed);
        });
        commands.registerConverter(int.class, Benchmark::whole);
        commands.registerConverter(Integer.class, Benchmark::whole);
        commands.setParameterExceptionHandler((error, arguments) -> {
            CommandLine command = error.getCommandLine();
            String message = error instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()
                    ? unknownOption(unmatched)
                    : Secrets.text(String.valueOf(error.getMessage())) + unmappable(error);
            command.getErr().println(ConsoleWriter.escaped(message));
            command.getErr().println("bin/" + command.getCommandSpec().qualifiedName() + " --help lists the options");
            return ExitStatus.BAD_INPUT;
        });
        return commands.setExecutionExceptionHandler((error, command, parsed) -> {
            if (error instanceof InputException) {
                command.getErr().println(error.getMessage());
                return ExitStatus.BAD_INPUT;
            }
            String text = "Weir failed because of an error in itself: " + Bug.text(error);
            if (error instanceof UncheckedIOException) {
                text = error.getMessage() + ": " + error.getCause();
            } else if (error instanceof DriverException) {
                text = String.valueOf(error.getMessage());
            }
            command.getErr().println(text);
            return ExitStatus.FAILED;
        });
    }

    /** Adds the command {@code run} to a command line without a command, as in OMB. */
    private static String[] withDefaultCommand(CommandLine commands, String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        boolean help = List.of("-h", "--help", "-V", "--version").contains(all.get(0));
        if (!help && !commands.getSubcommands().containsKey(all.get(0))) {
            all.add(0, "run");
        }
        return all.toArray(String[]::new);
    }
}
