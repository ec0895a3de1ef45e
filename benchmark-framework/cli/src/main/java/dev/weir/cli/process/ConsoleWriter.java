package dev.weir.cli.process;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * Writer of a command for a terminal. Names and texts of other people's files can contain control characters, which a
 * terminal would obey: all but line breaks and tabs are written as {@code \u001b}. Any thread.
 */
public final class ConsoleWriter extends PrintWriter {
    /** Control characters but line breaks and tabs, and characters that change the direction of a text. */
    private static final Pattern CONTROL =
            Pattern.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]");

    private ConsoleWriter(Writer to) {
        super(to, true);
    }

    public static void install(CommandLine commands) {
        commands.setOut(over(commands.getOut()));
        commands.setErr(over(commands.getErr()));
    }

    private static PrintWriter over(PrintWriter writer) {
        return writer instanceof ConsoleWriter ? writer : new ConsoleWriter(writer);
    }

    /** Writes Weir's own control sequences, such as colors, as they are. */
    public static void control(PrintWriter to, String sequences) {
        if (to instanceof ConsoleWriter console) {
            console.unchanged(sequences);
        } else {
            to.print(sequences);
        }
    }

    private void unchanged(String sequences) {
        super.write(sequences, 0, sequences.length());
    }

    /** Returns a text in which control characters and those that change the direction of a text are escaped. */
    public static String escaped(String text) {
        return CONTROL.matcher(text)
                .replaceAll(
                        each -> String.format("\\\\u%04x", (int) each.group().charAt(0)));
    }

    @Override
    public void write(int character) {
        write(String.valueOf((char) character));
    }

    @Override
    public void write(char[] characters, int offset, int length) {
        write(new String(characters, offset, length));
    }

    @Override
    public void write(String text, int offset, int length) {
        String escaped = escaped(text.substring(offset, offset + length));
        super.write(escaped, 0, escaped.length());
    }
}
