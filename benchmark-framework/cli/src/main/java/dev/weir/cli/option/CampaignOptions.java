package dev.weir.cli.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about several runs and their hooks. */
public final class CampaignOptions {
    @Option(
            names = "--resume",
            paramLabel = "FOLDER",
            description = "Continue the campaign in this folder; give the same files and drivers as before. Weir makes"
                    + " the runs that are missing, failed or were interrupted, and those whose files have changed")
    private @Nullable Path resume;

    @Option(
            names = "--no-hooks",
            description = "Do not run the hooks, which are commands that files define for before and after runs")
    private boolean noHooks;

    @Option(
            names = "--differs",
            split = ",",
            paramLabel = "FIELD",
            description =
                    "Fields in which the systems are meant to differ, such as acks,linger.ms. All other differences"
                            + " of their settings and their durability are reported before and after the runs")
    private List<String> differs = List.of();

    public Set<String> differs() {
        return differs.stream().map(String::strip).collect(Collectors.toSet());
    }

    public Optional<Path> resume() {
        return Optional.ofNullable(resume);
    }

    public boolean hooks() {
        return !noHooks;
    }
}
