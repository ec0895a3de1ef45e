package dev.weir.report.html.section;

import dev.weir.feature.Features;
import dev.weir.report.PartView;
import dev.weir.report.html.run.ShownRun;
import dev.weir.report.html.tag.Tag;
import dev.weir.result.code.Code;
import dev.weir.result.code.Finding;
import dev.weir.result.code.Reason;
import dev.weir.workload.text.ShortList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Explains the words of a page to new readers. */
public final class Glossary {
    private static final List<List<String>> WORDS = List.of(
            List.of("publishResponse", "from when a message was due to its acknowledgement: the headline"),
            List.of(
                    "publishService",
                    "from the send call to the acknowledgement; hides the waiting time that a stall causes"),
            List.of("sendDelay", "from when a message was due to its send call"),
            List.of("sendCall", "from the send call to its return"),
            List.of("endToEndResponse", "from when a message was due to the poll that received it: the headline"),
            List.of("endToEndService", "from the send call to the poll that received it"),
            List.of("repeatedEndToEnd", "from when a message was due to a delivery after its first one"),
            List.of("p99", "99 of 100 messages took at most that long; shown if at least 10 samples are beyond it"),
            List.of("achieved", "acknowledged by the system; offered: sent; delivered: received, by all subscriptions"),
            List.of("VALID", "the instrument found nothing in itself that puts the figures in doubt"),
            List.of("DEGRADED", "the figures can be used, but are less reliable; the reasons say why"),
            List.of("INVALID", "the figures must not be used"),
            List.of("FAILED", "the run was not carried out"));

    private Glossary() {}

    static String anchor(String code) {
        return "code-" + code;
    }

    public static Tag section(List<ShownRun> runs) {
        Tag codes = Tag.of("dl");
        runs.stream()
                .flatMap(run -> Stream.concat(
                        run.result().reasons().stream().map(Reason::code),
                        run.result().findings().stream().map(Finding::code)))
                .distinct()
                .sorted(Comparator.comparing(Code::name))
                .forEach(code -> code.explanation().ifPresent(meaning -> {
                    String text = String.join(" ", meaning.happened(), meaning.matters(), meaning.remedy());
                    codes.add(Tag.of("dt", code.name()).with("id", anchor(code.name())), Tag.of("dd", text));
                }));
        Tag section = words();
        return codes.isEmpty() ? section : section.add(Tag.details("What the codes mean", codes));
    }

    private static Tag words() {
        Stream<List<String>> ofParts = Features.in(PartView.class).stream().flatMap(each -> each.words().stream());
        Tag words = Tag.terms(Stream.concat(WORDS.stream(), ofParts));
        return Tag.of("section").with("id", "words").add(Tag.details("What the words mean", words));
    }

    public static Tag footer(List<ShownRun> runs) {
        List<String> files = runs.stream()
                .map(run -> String.valueOf(run.result().file().getFileName()))
                .toList();
        return Tag.of(
                "footer",
                "Made by Weir from " + ShortList.of(files, ShownRun.MAX_IN_DETAIL)
                        + ". Nothing on this page comes from the network. Charts: uPlot 1.6.32,"
                        + " MIT licence, by Leon Sorokin.");
    }
}
