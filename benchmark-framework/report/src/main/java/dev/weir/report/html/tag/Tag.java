package dev.weir.report.html.tag;

import dev.weir.report.Figures;
import dev.weir.workload.text.Secrets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An element of a page. Texts and values of attributes are escaped when they are added, so the contents of a result
 * file cannot become markup. Attributes named {@code style} and {@code on...} have no effect, because the page's policy
 * forbids them. Used by one thread.
 */
public final class Tag {
    private final String name;
    private final StringBuilder attributes = new StringBuilder();
    private final StringBuilder content = new StringBuilder();
    private Optional<Tag> link = Optional.empty();

    private Tag(String name) {
        this.name = name;
    }

    public static Tag of(String name) {
        return new Tag(name);
    }

    public static Tag of(String name, String text) {
        return new Tag(name).text(text);
    }

    /** Creates a paragraph in small print. */
    public static Tag note(String text) {
        return of("p", text).is("note");
    }

    /** Creates a part that a reader opens by its summary. */
    public static Tag details(String summary, Tag content) {
        return of("details").add(of("summary", summary), content);
    }

    /** Creates a list of words, each with its meaning. */
    public static Tag terms(Stream<List<String>> words) {
        Tag list = of("dl");
        words.forEach(word -> list.add(of("dt", word.get(0)), of("dd", word.get(1))));
        return list;
    }

    /** Creates a part of the page with a heading, to which {@link #link} refers. */
    public static Tag section(String id, String title) {
        Tag section = Tag.of("section").with("id", id).add(Tag.of("h2", title));
        section.link = Optional.of(Tag.of("a", title).with("href", "#" + id));
        return section;
    }

    /** Returns a link to this section; empty if it is none. */
    public Optional<Tag> link() {
        return link;
    }

    public Tag is(String styleClass) {
        return with("class", styleClass);
    }

    public Tag with(String attribute, String value) {
        attributes.append(" " + attribute + "=\"" + escaped(value) + "\"");
        return this;
    }

    /** Adds a coordinate of a drawing, to a tenth of a unit. */
    public Tag with(String attribute, double value) {
        return with(attribute, Figures.tenths(value));
    }

    public Tag text(String text) {
        content.append(escaped(text));
        return this;
    }

    public Tag add(Tag... children) {
        return add(List.of(children));
    }

    public Tag add(List<Tag> children) {
        children.forEach(content::append);
        return this;
    }

    public boolean isEmpty() {
        return content.isEmpty();
    }

    @Override
    public String toString() {
        return "<" + name + attributes + ">" + content + "</" + name + ">";
    }

    /** Escapes a text without its secrets, also for attributes, and replaces control characters. */
    static String escaped(String unchecked) {
        String text = Secrets.text(unchecked);
        var escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                case '\n', '\t' -> escaped.append(c);
                default -> escaped.append(Character.isISOControl(c) ? '\uFFFD' : c);
            }
        }
        return escaped.toString();
    }
}
