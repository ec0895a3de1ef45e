package dev.weir.report.board;

import dev.weir.report.html.tag.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A row of the board.
 *
 * @param group index of its group
 * @param rank rank in the group, from 1; 0 if it has none
 * @param isRepeated whether another result repeats it
 */
record BoardRow(BoardEntry entry, int group, int rank, boolean isRepeated) {
    static final List<String> HEAD = List.of(
            "rank",
            "result",
            "outcome",
            "badges",
            "system",
            "client",
            "workers' hosts",
            "date",
            "msg/s",
            "p50 ms",
            "p99 ms",
            "samples");
    static final int NUMBERS_FROM = 8;

    private static final String BUNDLED = "bundled";

    /** Returns its cells. The script of the page makes the same ones. */
    List<Tag> cells() {
        BoardEntry.Title title = entry.title();
        BoardFigures.Texts texts = entry.figures().texts();
        List<Tag> cells = new ArrayList<>();
        cells.add(Tag.of("span", rankText()));
        cells.add(linked(title.label(), entry.links().page()));
        cells.add(Tag.of("span", entry.outcome()).is("badge " + entry.outcome().toLowerCase(Locale.ROOT)));
        cells.add(badges());
        cells.add(Tag.of("span", system()));
        cells.add(Tag.of("span", entry.subject().client()));
        cells.add(Tag.of("span", entry.subject().hardware()));
        cells.add(Tag.of("span", title.day()));
        for (String figure : List.of(texts.rate(), texts.p50(), texts.p99(), texts.samples())) {
            cells.add(Tag.of("span", figure));
        }
        return cells;
    }

    String rankText() {
        return rank > 0 ? String.valueOf(rank) : "";
    }

    String system() {
        return entry.subject().system() + " " + entry.subject().version();
    }

    /** Returns its badges beside the bundle, separated by spaces. */
    String badgeWords() {
        List<String> words = new ArrayList<>();
        if (entry.links().isVerified()) {
            words.add("verified");
        }
        if (isRepeated) {
            words.add("repeated");
        }
        return String.join(" ", words);
    }

    private Tag badges() {
        Tag cell = Tag.of("span");
        if (!entry.links().bundle().isEmpty()) {
            cell.add(linked(BUNDLED, entry.links().bundle()));
        }
        for (String word : badgeWords().split(" ", -1)) {
            if (!word.isEmpty()) {
                cell.text(" ").add(Tag.of("span", word).is("mark"));
            }
        }
        return cell;
    }

    private static Tag linked(String text, String address) {
        return address.isEmpty() ? Tag.of("span", text) : Tag.of("a", text).with("href", address);
    }
}
