package dev.weir.cli;

import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.driver.config.NearestName;
import dev.weir.feature.Features;
import dev.weir.report.OutcomeText;
import dev.weir.report.Paragraph;
import dev.weir.report.PartView;
import dev.weir.result.code.Code;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.SpikeCause;
import dev.weir.result.stored.StoredResult;
import dev.weir.workload.yaml.Problems;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "explain",
        description = "Print why latencies of a result were long: the causes of its latency spikes, and the stages of a"
                + " message's way. Of a code in a result or a comparison, print what it means, why it matters and what"
                + " to do about it. Without arguments, list all codes, each with its meaning in one sentence.",
        footer = {
            "",
            "Examples:",
            "  bin/benchmark explain results/quickstart.json",
            "  bin/benchmark explain SENDS_LATE",
            "  bin/benchmark explain | grep -i clock"
        })
final class ExplainCommand extends ConsoleCommand {
    private static final List<Code> CODES = Stream.of(
                    ReasonCode.values(),
                    FindingCode.values(),
                    EventKind.values(),
                    SpikeCause.values(),
                    ReviewCode.values())
            .<Code>flatMap(Stream::of)
            .toList();

    @Parameters(
            paramLabel = "RESULT|CODE",
            arity = "0..*",
            description = "Result files, or codes of reasons, findings, events, causes or rules")
    private List<String> names = List.of();

    @Override
    public Integer call() {
        PrintWriter out = out();
        if (names.isEmpty()) {
            CODES.forEach(code -> out.printf("%-25s  %s%n", code.name(), firstSentence(code)));
            return ExitStatus.OK;
        }
        var problems = new Problems();
        for (String name : names) {
            if (name.endsWith(".json")) {
                StoredResult.read(Path.of(name), problems).ifPresent(result -> print(result, out));
                continue;
            }
            // Some codes are both of a finding and of an event.
            List<Code> found = CODES.stream()
                    .filter(code -> code.name().equalsIgnoreCase(name))
                    .toList();
            found.forEach(code -> print(code, out));
            if (found.isEmpty()) {
                problems.error(name, unknown(name));
            }
        }
        problems.throwIfAny();
        return ExitStatus.OK;
    }

    private static String unknown(String name) {
        if (Files.isDirectory(Path.of(name))) {
            return "is a folder: name a result file in it, which ends in .json";
        }
        String advice = NearestName.advice(name, CODES.stream().map(Code::name).toList());
        return "is not a code" + (advice.isEmpty() ? "; bin/benchmark explain lists all codes" : advice);
    }

    private static void print(StoredResult result, PrintWriter out) {
        out.println(result.file().getFileName() + ", " + result.outcome());
        if (result.schemaVersion() > 0) {
            paragraph("", OutcomeText.of(result), out);
        }
        result.missedThresholds().forEach(each -> paragraph("Missed threshold: ", each.sentence(), out));
        result.reasons().forEach(each -> print(each.severity() + " ", each.code(), each.text(), result, out));
        result.findings().forEach(each -> print("finding ", each.code(), each.text(), result, out));
        out.println();
        Features.in(PartView.class).stream()
                .flatMap(view -> view.explanation(result.weir()).stream())
                .forEach(line -> out.println("  " + line));
    }

    private static void print(String kind, Code code, String text, StoredResult result, PrintWriter out) {
        out.println();
        paragraph("", kind + code.name() + ": " + result.weir().inItsOptions(text), out);
        code.explanation()
                .ifPresent(texts -> paragraph("What to do: ", result.weir().inItsOptions(texts.remedy()), out));
    }

    private static void print(Code code, PrintWriter out) {
        Code.Explanation texts = code.explanation().orElseThrow();
        out.println(code.name() + "  " + kind(code));
        paragraph("", texts.happened(), out);
        paragraph("Why it matters: ", texts.matters(), out);
        paragraph("What to do: ", texts.remedy(), out);
        if (code instanceof ReviewCode rule) {
            paragraph("Source: ", rule.source(), out);
        }
    }

    private static String kind(Code code) {
        if (code instanceof ReasonCode reason) {
            return "reason, " + reason.least() + (reason.least() == reason.worst() ? "" : " or " + reason.worst());
        }
        if (code instanceof ReviewCode rule) {
            return "rule of comparisons, " + rule.effects();
        }
        if (code instanceof SpikeCause) {
            return "cause of a latency spike";
        }
        return code instanceof FindingCode ? "finding" : "event";
    }

    private static void paragraph(String label, String text, PrintWriter out) {
        Paragraph.lines("  ", "  ", label + text).forEach(out::println);
    }

    private static String firstSentence(Code code) {
        return code.explanation().orElseThrow().happened().split("(?<=\\.) (?=[A-Z])", 2)[0];
    }
}
