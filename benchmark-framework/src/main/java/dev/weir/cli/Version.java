package dev.weir.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this tool, from its jar: with the commit that it was built from, and whether that was modified. */
final class Version implements IVersionProvider {
    private static final String TEXT = versionOfJar() + commit();

    static String text() {
        return TEXT;
    }

    private static String versionOfJar() {
        return Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "unpackaged");
    }

    /** Absent where the sources came without their repository. */
    private static String commit() {
        try (InputStream in = Version.class.getResourceAsStream("commit.properties")) {
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

    @Override
    public String[] getVersion() {
        return new String[] {"weir " + text()};
    }
}
