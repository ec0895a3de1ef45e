package dev.weir.host.facts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version of this tool that this process runs. */
public final class ToolVersion {
    private static final String TEXT = versionOfJar() + commit();

    private ToolVersion() {}

    /** As {@code 0.1.0 28affd537d}: that of the jar, and the commit that it was built from, if that is known. */
    public static String text() {
        return TEXT;
    }

    private static String versionOfJar() {
        return Objects.requireNonNullElse(ToolVersion.class.getPackage().getImplementationVersion(), "unpackaged");
    }

    /** Absent where the sources came without their repository. */
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
