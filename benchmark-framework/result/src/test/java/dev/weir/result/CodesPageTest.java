package dev.weir.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.result.code.Code;
import dev.weir.result.code.EventKind;
import dev.weir.result.code.FindingCode;
import dev.weir.result.code.ReasonCode;
import dev.weir.result.code.ReviewCode;
import dev.weir.result.code.SpikeCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of all codes, generated from their enums: run this test with {@code -Dweir.writeGenerated=true} after a change of
 * a code.
 */
class CodesPageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "codes.md");
    private static final Path MODULES = Path.of("..");
    private static final List<List<? extends Code>> ENUMS = List.of(
            List.of(ReasonCode.values()),
            List.of(FindingCode.values()),
            List.of(EventKind.values()),
            List.of(SpikeCause.values()),
            List.of(ReviewCode.values()));

    @Test
    void listsEveryCode() throws IOException {
        String page = page();
        if (Boolean.getBoolean("weir.writeGenerated")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).as("generated, see the comment of this test").hasContent(page);
    }

    @Test
    void everyCodeHasAllTextsInSentences() {
        for (Code code : ENUMS.stream().flatMap(List::stream).toList()) {
            Code.Explanation texts = code.explanation().orElseThrow();
            assertThat(List.of(texts.happened(), texts.matters(), texts.remedy()))
                    .as(code.name())
                    .allMatch(text -> text.matches("[A-Za-z].*\\.") && !text.contains("  "));
        }
    }

    @Test
    void everyCodeIsUsed() throws IOException {
        Pattern use = Pattern.compile("\\b[A-Z][A-Za-z]+\\.[A-Z][A-Z_]+\\b");
        Set<String> used = new HashSet<>();
        try (Stream<Path> modules = Files.list(MODULES)) {
            for (Path folder : modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::exists)
                    .toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        use.matcher(Files.readString(file)).results().forEach(found -> used.add(found.group()));
                    }
                }
            }
        }
        assertThat(ENUMS.stream()
                        .flatMap(List::stream)
                        .map(code -> code.getClass().getSimpleName() + "." + code.name()))
                .allMatch(used::contains);
    }

    @Test
    void pagesLinkToTheCodesThatTheyName() throws IOException {
        Pattern named = Pattern.compile("`([A-Z]+(?:_[A-Z]+)+)`");
        Set<String> codes = ENUMS.stream().flatMap(List::stream).map(Code::name).collect(Collectors.toSet());
        try (Stream<Path> files = Files.walk(PAGE.getParent())) {
            for (Path file : files.filter(each -> each.toString().endsWith(".md") && !each.equals(PAGE))
                    .toList()) {
                String text = Files.readString(file);
                assertThat(named.matcher(text).results().map(found -> found.group(1)))
                        .as(file.toString())
                        .filteredOn(codes::contains)
                        .allSatisfy(code -> assertThat(text).contains("codes.md#" + code.toLowerCase(Locale.ROOT)));
            }
        }
    }

    private static String page() {
        var page = new StringBuilder("""
                # Codes of reasons, findings, events, causes and rules

                This page is generated from the sources (`ReasonCode`, `FindingCode`, `EventKind`, `SpikeCause` and
                `ReviewCode`). For each code it states what happened, why it matters, and what to do. `bin/benchmark explain CODE` prints
                the same for one code.
                [result.md](result.md) describes the fields in which codes occur.

                ## Reasons

                A reason is a statement about the instrument: Weir, its hosts and clocks. The worst severity of all reasons is the
                outcome of the run. A `NOTE` leaves the outcome `VALID`. "Explains p99" and similar words are defined in
                [internals](internals/latencies.md#which-figures-a-disturbance-explains).

                """);
        for (ReasonCode code : ReasonCode.values()) {
            String severity = code.least() == code.worst()
                    ? "`" + code.worst() + "`"
                    : "`" + code.least() + "` or `" + code.worst() + "`";
            entry(code, severity + ". ", page);
        }
        page.append("""
                ## Findings

                A finding is a statement about the measured system. Findings never change the outcome.

                """);
        entries(FindingCode.values(), page);
        page.append("""
                ## Events

                An event happened at a moment of the run. Figures around that moment may have another meaning.

                """);
        entries(EventKind.values(), page);
        page.append("""
                ## Causes of latency spikes

                What coincides with a latency spike. [internals](internals/brokers.md#latency-spikes) has the rule.

                """);
        entries(SpikeCause.values(), page);
        page.append("""
                ## Rules of comparisons

                `compare` and pages of several results apply these rules ([comparing.md](comparing.md#rules)). Sources:
                [Heiser](https://gernot-heiser.org/benchmarking-crimes.html),
                [Hoefler and Belli](https://doi.org/10.1145/2807591.2807644),
                [MLPerf Inference](https://github.com/mlcommons/inference_policies) and
                [Training](https://github.com/mlcommons/training_policies),
                [SPEC CPU](https://www.spec.org/cpu2017/Docs/runrules.html) and
                [SPECjbb](https://www.spec.org/jbb2005/docs/RunRules.html),
                [Prometheus](https://prometheus.io/docs/practices/histograms/).

                """);
        for (ReviewCode code : ReviewCode.values()) {
            String effects = code.effects();
            entry(code, Character.toUpperCase(effects.charAt(0)) + effects.substring(1) + ". ", page);
            page.insert(page.length() - 1, "* Source: " + code.source() + ".\n");
        }
        return page.toString().stripTrailing() + "\n";
    }

    private static void entries(Code[] codes, StringBuilder page) {
        for (Code code : codes) {
            entry(code, "", page);
        }
    }

    private static void entry(Code code, String before, StringBuilder page) {
        Code.Explanation texts = code.explanation().orElseThrow();
        page.append("### " + code.name() + "\n\n" + before + texts.happened() + "\n\n");
        page.append("* Why it matters: " + texts.matters() + "\n* What to do: " + texts.remedy() + "\n\n");
    }
}
