package dev.weir.cli;

import dev.weir.observe.ToolVersion;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"weir " + ToolVersion.text()};
    }
}
