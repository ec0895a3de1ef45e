package dev.weir.host.facts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** Version of Weir in this process. */
public final class ToolVersion {
    private static final String TEXT =
            Objects.requireNonNullElse(ToolVersion.class.getPackage().getImplementationVersion(), "unpackaged")
                    + commit();

    private ToolVersion() {}

    /** Returns {@code 0.1.0 28affd537d}: the version of the jar, and the commit from which it was built, if known. */
    public static String text() {
        return TEXT;
    }

    /** Returns the commit; absent if the sources were built without their repository. */
    private static String commit() {
        try (InputStream in = ToolVersion.class.getResourceAsStream("commit.properties")) {
            if (in == null) {
                return "";
            }
            var properties = new Properties();
            properties.load(in);
            return " " + properties.getProperty("git.commit.id.describe", "");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read commit.properties", e);
        }
    }
}
