package dev.weir.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of this tool, from its jar. */
final class Version implements IVersionProvider {

    static String text() {
        return Objects.requireNonNullElse(Version.class.getPackage().getImplementationVersion(), "unpackaged");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"weir " + text()};
    }
}
