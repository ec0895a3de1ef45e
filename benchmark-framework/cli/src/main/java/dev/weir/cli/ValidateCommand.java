package dev.weir.cli;

import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.run.ClientChecks;
import dev.weir.cli.run.InstalledFile;
import dev.weir.cli.run.SystemPairs;
import dev.weir.driver.loading.Drivers;
import dev.weir.result.ComparedSystem;
import dev.weir.result.stored.Comparability;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.file.FileKind;
import dev.weir.workload.file.InputFile;
import dev.weir.workload.yaml.Problems;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "validate",
        description = "Check workload, driver and workers files, and start nothing. All errors are reported at once,"
                + " with file, line, field and the right form. The command detects the kind of a file by its fields, and"
                + " checks each workload file with each driver file of the list.",
        exitCodeList = {ExitStatus.BAD_INPUT + ":a file has an error", ExitStatus.OK + ":no file has an error"},
        footer = {
            "",
            "Example:",
            "  bin/benchmark validate workloads/*.yaml driver-kafka/*.yaml",
            "",
            "If a valid file uses a field that this version does not support yet, the command names the field. The file"
                    + " counts as valid, but cannot be run."
        })
final class ValidateCommand extends ConsoleCommand {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files (YAML)")
    private List<Path> files = List.of();

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    @Override
    public Integer call() {
        PrintWriter out = out();
        Drivers drivers = driverOptions.load();
        int wrong = 0;
        int notYet = 0;
        var found = new Problems();
        files = files.stream().map(file -> InstalledFile.find(file, found)).toList();
        printWarnings(found);
        for (Path file : files) {
            var problems = new Problems();
            String kind =
                    InputFile.check(file, drivers, problems).map(FileKind::kind).orElse("");
            print(problems);
            if (problems.errors().isEmpty()) {
                out.println(file + ": is a " + kind + " that can be run");
            } else if (problems.errorCount() == problems.notYet().size()) {
                notYet++;
                out.println(file + ": is a " + kind + " without a mistake, but cannot be run yet");
            } else {
                wrong++;
            }
        }
        var together = new Problems();
        ClientChecks.cross(files, drivers, together);
        print(together);
        pair(drivers).flatMap(SystemPairs::text).ifPresent(text -> out.println("warning: " + text));
        if (files.size() > 1) {
            out.printf(
                    "%d files: %d can be run, %d cannot be run yet, %d with mistakes%s%n",
                    files.size(),
                    files.size() - wrong - notYet,
                    notYet,
                    wrong,
                    together.errors().isEmpty() ? "" : "; some cannot be run together, see above");
        }
        return wrong == 0 && together.errors().isEmpty() ? ExitStatus.OK : ExitStatus.BAD_INPUT;
    }

    private void print(Problems problems) {
        problems.errors().forEach(out()::println);
        problems.warnings().forEach(warning -> out().println("warning: " + warning));
    }

    /** Returns how the systems compare, if two driver files were named. A pipe has been read by now. */
    private Optional<Comparability> pair(Drivers drivers) {
        List<ComparedSystem> sides = new ArrayList<>();
        for (Path file : files) {
            if (Files.isRegularFile(file)) {
                DriverFile.read(file, drivers, new Problems())
                        .ifPresent(config -> sides.add(ComparedSystem.of(
                                config.name(), drivers.find(config.driver()).orElseThrow(), config, Optional.empty())));
            }
        }
        return sides.size() == 2 ? Optional.of(Comparability.of(sides, Set.of())) : Optional.empty();
    }
}
