package dev.weir.cli.output;

import dev.weir.cli.process.ExitStatus.RunEnding;
import dev.weir.result.RunResult;
import dev.weir.result.WholeFile;
import dev.weir.result.code.Outcome;
import dev.weir.result.code.Severity;
import dev.weir.result.document.ThresholdCheck;
import dev.weir.result.value.IsoTime;
import dev.weir.workload.text.Secrets;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes results in the JUnit format of CI systems: a suite for each run, with a case for the run itself and one for
 * each threshold. It uses only elements and attributes that are in the schema of Jenkins (junit-10.xsd of its xUnit
 * plugin) and that other systems know, too.
 *
 * @param strict whether degraded figures count as invalid
 */
public record JunitFile(XMLStreamWriter xml, boolean strict) {
    /** Characters that XML cannot represent. */
    private static final Pattern ILLEGAL =
            Pattern.compile("[^\\t\\n\\r -\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

    private static final int SECONDS_LENGTH = "2023-11-14T22:13:20".length();

    /** Writes the file, replacing that of an earlier run. */
    public static void write(List<RunResult> results, boolean strict, Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            WholeFile.write(file, text(results, strict));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    static String text(List<RunResult> results, boolean strict) {
        var text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            new JunitFile(xml, strict).suites(results);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a text takes whatever is written to it", e);
        }
        return text + "\n";
    }

    private void suites(List<RunResult> results) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        newLine();
        xml.writeStartElement("testsuites");
        for (RunResult result : results) {
            newLine();
            suite(result);
        }
        newLine();
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private void suite(RunResult run) throws XMLStreamException {
        List<ThresholdCheck> thresholds = run.countedThresholds();
        long missed = thresholds.stream().filter(ThresholdCheck::isMissed).count();
        long open = thresholds.stream().filter(JunitFile::isOpen).count();
        boolean endedEarly = RunEnding.of(run).endedEarly();
        xml.writeStartElement("testsuite");
        attributes(
                "name", name(run),
                "tests", String.valueOf(1 + thresholds.size()),
                "failures", String.valueOf(missed),
                "errors", isBad(run) || endedEarly ? "1" : "0",
                "skipped", String.valueOf(open),
                "time", seconds(run),
                "timestamp", IsoTime.of(run.run().beginNanos()).substring(0, SECONDS_LENGTH));
        begin(run, "run", seconds(run));
        if (isBad(run)) {
            outcome("error", run.outcome().name(), why(run));
        } else if (endedEarly) {
            outcome("error", "INTERRUPTED", "a person ended the run early");
        }
        xml.writeEndElement();
        for (ThresholdCheck threshold : thresholds) {
            begin(run, threshold.condition(), "0");
            if (threshold.isMissed() || isOpen(threshold)) {
                outcome(
                        threshold.isMissed() ? "failure" : "skipped",
                        threshold.judged() ? "MISSED" : "NOT_JUDGED",
                        threshold.sentence());
            }
            xml.writeEndElement();
        }
        newLine();
        xml.writeEndElement();
    }

    private void begin(RunResult run, String test, String seconds) throws XMLStreamException {
        newLine();
        xml.writeStartElement("testcase");
        attributes("classname", name(run), "name", test, "time", seconds);
    }

    private void outcome(String element, String type, String message) throws XMLStreamException {
        xml.writeStartElement(element);
        attributes("type", type, "message", message);
        xml.writeEndElement();
    }

    /** Returns whether a threshold is neither met nor missed: it applies by default, and could not be judged. */
    private static boolean isOpen(ThresholdCheck threshold) {
        return !threshold.met() && !threshold.isMissed();
    }

    private boolean isBad(RunResult run) {
        return switch (RunEnding.of(run).outcome()) {
            case VALID -> false;
            case DEGRADED -> strict;
            case INVALID, FAILED -> true;
        };
    }

    private static String why(RunResult run) {
        if (run.outcome() == Outcome.FAILED) {
            return run.failure();
        }
        return run.reasons().stream()
                .filter(reason -> reason.severity() != Severity.NOTE)
                .map(reason -> reason.code() + ": " + reason.text())
                .collect(Collectors.joining("; "));
    }

    private static String name(RunResult run) {
        return run.workload().name() + " on " + run.driver().name();
    }

    private static String seconds(RunResult run) {
        return String.format(Locale.ROOT, "%.3f", (run.endNanos() - run.run().beginNanos()) / 1e9);
    }

    /** Writes names and values without secrets and illegal characters: error messages can contain both. */
    private void attributes(String... pairs) throws XMLStreamException {
        for (int i = 0; i < pairs.length; i += 2) {
            xml.writeAttribute(
                    pairs[i], ILLEGAL.matcher(Secrets.text(pairs[i + 1])).replaceAll("?"));
        }
    }

    private void newLine() throws XMLStreamException {
        xml.writeCharacters("\n");
    }
}
