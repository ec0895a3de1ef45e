package dev.weir.cli.option;

import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.wire.tls.ChannelSecurity.TlsRole;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.file.WorkersFile;
import dev.weir.workload.yaml.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options that name the workers of a run. */
public final class WorkerOptions {
    /** As in OMB, a file of this name is used if no option is given. */
    private static final Path DEFAULT_FILE = Path.of("workers.yaml");

    private static final String INSECURE = "--insecure";

    @Option(
            names = {"-w", "--workers"},
            paramLabel = "HOST:PORT,...",
            description =
                    "Workers to use, each a running bin/benchmark-worker. dns:NAME:PORT stands for a worker at each"
                            + " address that DNS has for a name; dns:NAME:PORT/8 waits up to 30m until there are 8. Without this option, the workers of "
                            + "workers.yaml in the working directory are used, if that file exists; otherwise this process "
                            + "produces and consumes")
    private @Nullable String list;

    @Option(
            names = {"-wf", "--workers-file"},
            paramLabel = "FILE",
            description = "Workers to use, from a YAML file 'workers: [host:port, ...]' (default: workers.yaml in the"
                    + " working directory, if it exists)")
    private @Nullable Path file;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Option(
            names = INSECURE,
            description = "Send the secrets of driver files to workers on other hosts in plain text, without TLS")
    private boolean insecure;

    @Option(
            names = "--local",
            description = "Use no workers: this process produces and consumes, even if workers.yaml exists")
    private boolean local;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    private void print(String line) {
        Objects.requireNonNull(command).commandLine().getErr().println(line);
    }

    public Optional<String> listed() {
        return Optional.ofNullable(list);
    }

    public ChannelSecurity security(Problems problems) {
        return tls.read(TlsRole.COORDINATOR, problems);
    }

    /** Returns whether secrets may be sent to workers on other hosts in plain text. */
    public boolean isInsecure() {
        return insecure;
    }

    public List<String> channelWords() {
        List<String> words = new ArrayList<>(tls.words());
        if (insecure) {
            words.add(INSECURE);
        }
        return words;
    }

    /** Returns the workers; empty if this process does the work. */
    public List<WorkerAddress> read(Problems problems) {
        Optional<List<WorkerAddress>> given = given(problems);
        if (given.isPresent() || !Files.exists(DEFAULT_FILE)) {
            return given.orElse(List.of());
        }
        problems.warning(
                DEFAULT_FILE.toString(), "is here, so its workers are used; --local does the work in this process");
        return WorkersFile.read(DEFAULT_FILE, problems).orElse(List.of());
    }

    /** Returns whether an option names workers, or forbids them. */
    public boolean isGiven() {
        return list != null || file != null || local;
    }

    /** Returns the workers that an option names, none with {@code --local}; empty if there is no such option. */
    public Optional<List<WorkerAddress>> given(Problems problems) {
        if (list != null && file != null) {
            problems.error("-w", "names workers, and -wf does too: use one of them");
        }
        if (local && (list != null || file != null)) {
            problems.error("--local", "forbids workers, and -w or -wf names some: leave one out");
        }
        if (list != null) {
            return Optional.of(
                    WorkersFile.addresses(list, "-w", WorkerLookup.ofSystem(this::print, problems)::find, problems));
        }
        if (file != null) {
            return Optional.of(WorkersFile.read(file, problems).orElse(List.of()));
        }
        return local ? Optional.of(List.of()) : Optional.empty();
    }
}
