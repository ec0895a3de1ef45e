package dev.weir.cli.output;

import dev.weir.host.facts.ToolVersion;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"weir " + ToolVersion.text()};
    }
}
