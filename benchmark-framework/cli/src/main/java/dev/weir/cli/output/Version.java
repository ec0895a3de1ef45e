package dev.weir.cli.output;

import dev.weir.host.facts.ToolVersion;
import picocli.CommandLine.IVersionProvider;

/** Text of {@code --version}. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"weir " + ToolVersion.text()};
    }
}
