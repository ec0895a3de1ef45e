package dev.weir.cli.process;

import dev.weir.workload.text.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/**
 * Standard output and standard error without secrets: what commands print, what libraries log, and stack traces. Keeps
 * what is written until the end of a line or a flush, so that no secret is cut in two. Any thread.
 */
public final class RedactedOutput extends OutputStream {
    private final OutputStream to;
    private final Charset charset;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    RedactedOutput(OutputStream to, Charset charset) {
        this.to = to;
        this.charset = charset;
    }

    /** Removes secrets from everything that this process prints from now on. */
    public static void install() {
        System.setOut(over(System.out));
        System.setErr(over(System.err));
    }

    private static PrintStream over(PrintStream console) {
        // The charset in which the JVM encodes texts for the console.
        Charset charset = Charset.defaultCharset();
        return new PrintStream(new RedactedOutput(console, charset), true, charset);
    }

    @Override
    public synchronized void write(int single) throws IOException {
        kept.write(single);
        if (single == '\n') {
            pass();
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        while (end > offset && bytes[end - 1] != '\n') {
            end--;
        }
        kept.write(bytes, offset, end - offset);
        if (end > offset) {
            pass();
        }
        kept.write(bytes, end, offset + length - end);
    }

    @Override
    public synchronized void flush() throws IOException {
        pass();
        to.flush();
    }

    private void pass() throws IOException {
        String text = kept.toString(charset);
        String redacted = Secrets.text(text);
        // Bytes that are no text of this charset stay as they are.
        to.write(redacted.equals(text) ? kept.toByteArray() : redacted.getBytes(charset));
        kept.reset();
    }
}
