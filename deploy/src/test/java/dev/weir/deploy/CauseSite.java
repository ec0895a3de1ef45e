package dev.weir.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.kafka.clients.admin.Admin;

/**
 * Where a run takes place whose messages are held up: a worker, and what the cause needs. For {@link KnownCause#NETWORK} all
 * processes are in a network namespace, for {@link KnownCause#LOG} brokers have a file system of their own, for
 * {@link KnownCause#CORE_THEFT} the worker has a core of its own. It needs root.
 */
final class CauseSite implements AutoCloseable {
    static final String WORKER_CORE = "0";

    private static final String OTHER_CORES = "1";
    private static final long LIMIT_SECONDS = 60;

    /** Exit status of timeout(1) when it has ended its command. */
    private static final int TIMED_OUT = 124;

    private static final Pattern LISTENER = Pattern.compile("(?m)^advertised.listeners=PLAINTEXT\\\\?://(.*)$");
    private static final String FREE = "tbf rate 10gbit burst 10mb limit 20mb";
    private static final String HELD = "tbf rate 800bit burst 2kb limit 20mb";

    private final Path folder;
    private final Optional<RemoteHost> network;
    private final List<String> others;
    private boolean mounted;
    private Optional<Command> worker = Optional.empty();

    private CauseSite(Path folder, Optional<RemoteHost> network, List<String> others) {
        this.folder = folder;
        this.network = network;
        this.others = others;
    }

    static CauseSite of(Path folder, Optional<KnownCause> cause) throws Exception {
        boolean isPinned = cause.filter(KnownCause.CORE_THEFT::equals).isPresent();
        Optional<RemoteHost> network = cause.filter(KnownCause.NETWORK::equals).map(any -> RemoteHost.create());
        var site = new CauseSite(folder, network, isPinned ? List.of("taskset", "-c", OTHER_CORES) : List.of());
        try {
            network.ifPresent(any -> {
                // So that no packet is larger than what the slow class lets pass.
                site.shell("ip link set lo mtu 1500");
                site.shell("tc qdisc add dev lo root handle 1: htb");
                site.shell("tc class add dev lo parent 1: classid 1:2 htb rate 10gbit");
                site.shell("tc qdisc add dev lo parent 1:2 handle 2: $1", FREE);
            });
            if (cause.filter(KnownCause.LOG::equals).isPresent()) {
                site.mount();
            }
            site.startWorker(isPinned ? List.of("taskset", "-c", WORKER_CORE) : List.of());
            return site;
        } catch (Exception | AssertionError e) {
            site.close();
            throw e;
        }
    }

    private void startWorker(List<String> before) throws IOException {
        // Not in the folder of brokers, whose temporary files may be on a frozen file system.
        Path own = Files.createDirectory(folder.resolve("worker"));
        worker = Optional.of(
                Command.startThrough(through(before), own, "benchmark-worker", "--host", "127.0.0.1", "--port", "0"));
        workerAddress();
    }

    private List<String> through(List<String> before) {
        return Stream.concat(network.map(RemoteHost::shell).orElse(List.of()).stream(), before.stream())
                .toList();
    }

    String workerAddress() {
        return worker.orElseThrow().listeningAddress();
    }

    long workerPid() {
        return worker.orElseThrow().pid();
    }

    /** Starts a command of the installation there. */
    Command start(String name, List<String> arguments) {
        return Command.startThrough(through(others), folder, name, arguments);
    }

    long aBroker(Command run) {
        return run.descendants().stream()
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .mapToLong(ProcessHandle::pid)
                .min()
                .orElseThrow(() -> new AssertionError("no broker runs:\n" + run.output()));
    }

    Path brokersFolder() {
        return folder.resolve("tmp");
    }

    private void mount() throws IOException {
        Files.createDirectories(brokersFolder());
        shell("truncate -s 1G $1", folder.resolve("image"));
        shell("mkfs.ext4 -q $1", folder.resolve("image"));
        shell("mount -o loop $1 $2", folder.resolve("image"), brokersFolder());
        mounted = true;
    }

    /** Connects to the brokers. */
    Admin admin() throws IOException {
        List<String> addresses = new ArrayList<>();
        try (Stream<Path> files = Files.walk(brokersFolder())) {
            for (Path file : files.filter(file -> file.toString().endsWith(".properties"))
                    .toList()) {
                Matcher listener = LISTENER.matcher(Files.readString(file));
                while (listener.find()) {
                    addresses.add(listener.group(1).replace("\\", ""));
                }
            }
        }
        return Admin.create(Map.of("bootstrap.servers", String.join(",", addresses)));
    }

    /** Lets a process collect garbage for a time. */
    void collect(long pid, long millis) throws Exception {
        Path jar = folder.resolve("agent.jar");
        if (!Files.exists(jar)) {
            writeAgent(jar);
        }
        VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
        try {
            machine.loadAgent(jar.toString(), String.valueOf(millis));
        } finally {
            machine.detach();
        }
    }

    private static void writeAgent(Path jar) throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", LongCollection.class.getName());
        try (OutputStream file = Files.newOutputStream(jar);
                var out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new ZipEntry(LongCollection.class.getName().replace('.', '/') + ".class"));
            try (var in = LongCollection.class.getResourceAsStream("LongCollection.class")) {
                in.transferTo(out);
            }
        }
    }

    /** Holds up the packets of the worker's connections to brokers. */
    void delayPackets(long millis) {
        String control = workerAddress().substring(workerAddress().lastIndexOf(':'));
        String connections = shell("ss -Htnp state established");
        List<String> ports = connections
                .lines()
                .filter(line -> line.contains("pid=" + workerPid() + ","))
                .map(line -> line.strip().split(" +", -1)[2])
                .filter(local -> !local.endsWith(control))
                .map(local -> local.substring(local.lastIndexOf(':') + 1))
                .toList();
        assertThat(ports).as(connections).isNotEmpty();
        shell("tc filter del dev lo parent 1: 2>/dev/null || true");
        shell(ports.stream()
                .flatMap(port -> Stream.of("sport", "dport")
                        .map(side -> "tc filter add dev lo parent 1: protocol ip u32 " + "match ip " + side + " " + port
                                + " 0xffff flowid 1:2"))
                .collect(Collectors.joining("; ")));
        shell(
                "tc qdisc change dev lo parent 1:2 handle 2: $1; sleep $2; tc qdisc change dev lo parent 1:2 handle 2: $3",
                HELD,
                KnownCause.seconds(millis),
                FREE);
    }

    /**
     * Runs a script with its positional parameters, and returns what it printed. A script that holds something up also lets it go
     * on, so that nothing stays held up if this process is killed.
     *
     * @throws AssertionError if it fails
     */
    String shell(String script, Object... arguments) {
        List<String> words = new ArrayList<>(through(List.of()));
        words.addAll(List.of("sh", "-c", script, "sh"));
        Stream.of(arguments).map(String::valueOf).forEach(words::add);
        try {
            Process process =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as(script)
                    .isTrue();
            assertThat(process.exitValue()).as(script + ": " + printed).isIn(0, TIMED_OUT);
            return printed;
        } catch (IOException e) {
            throw new AssertionError(script, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(script, e);
        }
    }

    @Override
    public void close() {
        worker.ifPresent(Command::close);
        if (mounted) {
            shell("umount $1", brokersFolder());
        }
        network.ifPresent(RemoteHost::close);
    }
}
