package dev.weir.feature.brokermetrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses Prometheus' text format, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format). As in Prometheus itself, one wrong
 * line makes the whole answer wrong. The optional time stamp of a line is checked and ignored, because it is of another
 * host's clock. Not thread-safe.
 */
final class PrometheusText {
    private static final List<String> CUMULATIVE = List.of("_total", "_bucket", "_count", "_sum");
    private static final Pattern WORD = Pattern.compile("[^ \\t]*");
    private static final Pattern METRIC = Pattern.compile("[a-zA-Z_:][a-zA-Z_:0-9]*");
    private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z_0-9]*");

    private final String text;
    private final Matcher matcher;
    private final Predicate<String> wanted;
    private final Map<String, String> types = new HashMap<>();
    private final List<PrometheusSample> samples = new ArrayList<>();
    private int at;
    private int end;
    private int line;

    private PrometheusText(String text, Predicate<String> wanted) {
        this.text = text;
        this.matcher = WORD.matcher(text);
        this.wanted = wanted;
    }

    /**
     * Returns the samples of an answer, in its order.
     *
     * @param wanted whether a series of that name is needed; others are skipped
     * @throws ScrapeException if it is not in that format, or was cut off
     */
    static List<PrometheusSample> read(String text, Predicate<String> wanted) {
        return new PrometheusText(text, wanted).read();
    }

    private List<PrometheusSample> read() {
        if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
            throw new ScrapeException("its answer was cut off: the last line has no end");
        }
        for (int begin = 0; begin < text.length(); begin = end + 1) {
            end = text.indexOf('\n', begin);
            at = begin;
            line++;
            skipBlanks();
            if (at < end && text.charAt(at) == '#') {
                at++;
                comment();
            } else if (at < end) {
                sample();
            }
        }
        return samples;
    }

    private void comment() {
        skipBlanks();
        if (take(WORD).equals("TYPE")) {
            types.put(take(WORD), take(WORD));
        }
    }

    private void sample() {
        String name = name(METRIC);
        boolean keep = wanted.test(name);
        Map<String, String> labels = new HashMap<>();
        if (at < end && text.charAt(at) == '{') {
            pass();
            labels(labels);
        }
        double value = value(take(WORD));
        String time = take(WORD);
        require(time.isEmpty() || time.matches("-?[0-9]+"), "a time must be a whole number");
        require(at == end, "nothing may follow the time");
        if (keep) {
            samples.add(new PrometheusSample(name, labels, value, isCounter(name)));
        }
    }

    private void labels(Map<String, String> labels) {
        while (peek() != '}') {
            String name = name(LABEL);
            require(peek() == '=', "= must follow a label's name");
            pass();
            labels.put(name, quoted());
            if (peek() == ',') {
                pass();
            } else {
                require(peek() == '}', "a comma or } must follow a label");
            }
        }
        pass();
    }

    private String quoted() {
        require(peek() == '"', "a label's value must stand in quotes");
        at++;
        var value = new StringBuilder();
        while (peek() != '"') {
            char next = text.charAt(at++);
            if (next == '\\') {
                char escaped = peek();
                at++;
                switch (escaped) {
                    case 'n' -> value.append('\n');
                    case '\\', '"' -> value.append(escaped);
                    // As in Prometheus, although the format has no such escape: paths of Windows contain it.
                    default -> value.append('\\').append(escaped);
                }
            } else {
                value.append(next);
            }
        }
        pass();
        return value.toString();
    }

    private String name(Pattern form) {
        String name = take(form);
        require(!name.isEmpty(), "a name must begin with a letter or _");
        return name;
    }

    /** Parses a number like Go's ParseFloat, without suffixes that only Java accepts. */
    private double value(String token) {
        return switch (token.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> finite(token);
        };
    }

    private double finite(String token) {
        char last = token.isEmpty() ? ' ' : token.charAt(token.length() - 1);
        require((last >= '0' && last <= '9') || last == '.', "a value must be a number");
        try {
            return Double.parseDouble(token);
        } catch (NumberFormatException e) {
            throw wrong("a value must be a number");
        }
    }

    /**
     * Returns whether a series is a counter; by its name if its type is missing, or wrongly gauge, as for Redpanda's
     * cpu_busy_seconds_total.
     */
    private boolean isCounter(String name) {
        String type = types.getOrDefault(name, "");
        return type.equals("counter")
                || name.endsWith("_total")
                || (!type.equals("gauge") && CUMULATIVE.stream().anyMatch(name.toLowerCase(Locale.ROOT)::endsWith));
    }

    /** Takes the longest match at the current position, and the blanks after it; empty if nothing matches. */
    private String take(Pattern form) {
        String taken = matcher.usePattern(form).region(at, end).lookingAt() ? matcher.group() : "";
        at += taken.length();
        skipBlanks();
        return taken;
    }

    private void skipBlanks() {
        while (at < end && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    /** Passes over the next character, and the blanks after it. */
    private void pass() {
        at++;
        skipBlanks();
    }

    /** Returns the next character of the line, which must not end here. */
    private char peek() {
        require(at < end, "the line ends too soon");
        return text.charAt(at);
    }

    private void require(boolean holds, String rule) {
        if (!holds) {
            throw wrong(rule);
        }
    }

    private ScrapeException wrong(String rule) {
        return new ScrapeException("its answer is not in Prometheus' text format: line " + line + ": " + rule);
    }

    /**
     * One line of an endpoint's answer.
     *
     * @param value may be NaN or infinite
     * @param isCounter whether it only grows, except for resets
     */
    record PrometheusSample(String name, Map<String, String> labels, double value, boolean isCounter) {}

    /** A scrape of an endpoint failed; the message is the reason, and follows the endpoint's name. */
    static final class ScrapeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ScrapeException(String why) {
            super(why);
        }
    }
}
