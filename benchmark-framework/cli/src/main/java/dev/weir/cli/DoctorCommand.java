package dev.weir.cli;

import dev.weir.cli.option.BrokerOptions;
import dev.weir.cli.option.DriverOptions;
import dev.weir.cli.option.WorkerOptions;
import dev.weir.cli.output.ConsoleCommand;
import dev.weir.cli.process.ExitStatus;
import dev.weir.cli.run.DriverChoice;
import dev.weir.clock.ClockProbe;
import dev.weir.clock.SystemClock;
import dev.weir.doctor.Check;
import dev.weir.doctor.Check.CheckOutcome;
import dev.weir.doctor.CheckUp;
import dev.weir.doctor.Diagnosis;
import dev.weir.doctor.HostChecks;
import dev.weir.doctor.SystemCheck;
import dev.weir.doctor.WorkerCheck;
import dev.weir.doctor.WorkersTogether;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.host.facts.CacheFolder;
import dev.weir.host.facts.Calibration;
import dev.weir.host.facts.HostFacts;
import dev.weir.host.facts.HostFiles;
import dev.weir.host.observation.OtherLoad;
import dev.weir.host.observation.OtherLoad.OtherLoadFigures;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.workload.WorkerAddress;
import dev.weir.workload.file.DriverFile;
import dev.weir.workload.file.FieldOption;
import dev.weir.workload.yaml.Problems;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = {
            "Check whether this host, the brokers and the workers are fit to measure, and report what to change.",
            "It starts nothing and changes nothing. It takes seconds, or half a minute if a host does not answer.",
            "With --calibrate, it then also measures the highest rate and the cost of Weir itself on this host. Do this"
                    + " once on each client host, while nothing else runs there. Results of later runs from this host"
                    + " have these figures, and report when a load comes close to the highest rate. If the host was busy"
                    + " with other work, the figures are not stored."
        },
        exitCodeList = {
            ExitStatus.HELP_BAD_INPUT,
            ExitStatus.FAILED + ":a line with FAIL, or not calibrated",
            ExitStatus.OK + ":no line with FAIL"
        },
        footer = {
            "",
            "Each line begins with ok, warn (a run works, but its figures may be wrong) or FAIL (a run would fail, or"
                    + " its figures would be useless). A line with warn or FAIL is followed by what to change. The checks"
                    + " do not disturb a worker that serves a run.",
            "",
            "Examples:",
            "  bin/benchmark doctor",
            "      this host",
            "  bin/benchmark doctor -b host:9092",
            "      and these brokers",
            "  bin/benchmark doctor -d driver-kafka/kafka.yaml -w client-1:8080,client-2:8080",
            "      brokers and workers, before a campaign on several hosts",
            "  bin/benchmark doctor --calibrate",
            "      this host, and how high a rate it can measure; takes a minute and a half",
            "",
            "The figures of --calibrate are kept under ${XDG_CACHE_HOME:-~/.cache}/weir. They hold only for the same"
                    + " cores, processor and JVM."
        })
final class DoctorCommand extends ConsoleCommand {
    /** How long the use of the CPUs by other processes is measured. */
    private static final Duration LOAD_TIME = Duration.ofSeconds(1);

    @Option(
            names = {"-d", "--driver"},
            split = ",",
            paramLabel = "DRIVER",
            description = "Systems to reach: driver files, or names of drivers that need no file")
    private List<String> drivers = List.of();

    @Mixin
    private BrokerOptions brokers = new BrokerOptions();

    @Mixin
    private DriverOptions driverOptions = new DriverOptions();

    @Mixin
    private WorkerOptions workers = new WorkerOptions();

    @Option(
            names = "--dir",
            paramLabel = "FOLDER",
            defaultValue = "results",
            description = "Folder that is to take the results (default: ${DEFAULT-VALUE})")
    private Path folder = Path.of("");

    @ArgGroup(exclusive = false)
    private @Nullable HostCalibration calibration;

    private final Path calibrationFile;
    private final Supplier<OtherLoad> loads;
    private final BiFunction<HostCalibration, PrintWriter, Calibration> measuring;

    DoctorCommand() {
        this(
                CacheFolder.calibration(),
                () -> new OtherLoad(HostFiles.OF_THIS_HOST, SystemClock.INSTANCE),
                HostCalibration::measure);
    }

    DoctorCommand(
            Path calibrationFile,
            Supplier<OtherLoad> loads,
            BiFunction<HostCalibration, PrintWriter, Calibration> measuring) {
        this.calibrationFile = calibrationFile;
        this.loads = loads;
        this.measuring = measuring;
    }

    @Override
    public Integer call() throws InterruptedException {
        var problems = new Problems();
        if (calibration != null) {
            calibration.check(problems);
        }
        Drivers known = driverOptions.load();
        List<SystemCheck> systems = systems(known, problems);
        List<WorkerAddress> addresses = workers.read(problems);
        ChannelSecurity security = workers.security(problems);
        printWarnings(problems);
        problems.throwIfAny();

        List<Diagnosis> all = new ArrayList<>();
        OtherLoadFigures others = loads.get().after(LOAD_TIME);
        HostFacts facts = HostFacts.ofThisHost();
        Diagnosis thisHost = thisHost(facts, addresses, others);
        show(List.of(thisHost), all);
        show(CheckUp.run(systems, SystemCheck.LIMIT), all);
        List<WorkerCheck> workerChecks = addresses.stream()
                .map(address -> new WorkerCheck(address, security))
                .toList();
        List<Diagnosis> found = CheckUp.run(workerChecks, WorkerCheck.LIMIT);
        show(WorkersTogether.diagnoses(workerChecks, found, facts, thisHost), all);
        out().println(Diagnosis.summary(all));
        boolean fit = Diagnosis.count(all, CheckOutcome.FAIL) == 0;
        boolean calibrated = calibration == null || !calibration.isWanted() || calibrate(calibration, others);
        return fit && calibrated ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private List<SystemCheck> systems(Drivers known, Problems problems) {
        List<SystemCheck> systems = new ArrayList<>();
        if (brokers.isGiven()) {
            List<FieldOption> fields = new ArrayList<>(brokers.driver(drivers, problems));
            fields.addAll(brokers.clients(problems));
            SystemCheck.Origin origin =
                    drivers.isEmpty() ? SystemCheck.Origin.OPTIONS_OF_ANY_DRIVER : SystemCheck.Origin.OPTIONS;
            DriverChoice.of(fields, known, problems).ifPresent(choice -> {
                DriverConfig config = choice.config().orElseThrow();
                String name = "-b " + config.clients().common().get("bootstrap.servers");
                systems.add(new SystemCheck(name, origin, choice.factory(), config));
            });
            return systems;
        }
        brokers.clients(problems).stream()
                .findFirst()
                .ifPresent(field -> problems.error(
                        field.option(), "is for brokers that -b names; write the property into the driver file"));
        for (String name : drivers) {
            // An embedded cluster has no addresses before it runs; whether it can run is checked in any case.
            DriverChoice.of(name, known, problems)
                    .filter(choice -> !choice.isEmbedded())
                    .ifPresent(choice -> choice.config()
                            .map(DriverFile::forDriver)
                            .ifPresent(config -> systems.add(
                                    new SystemCheck(name, SystemCheck.Origin.FILE, choice.factory(), config))));
        }
        return systems;
    }

    private boolean calibrate(HostCalibration what, OtherLoadFigures before) throws InterruptedException {
        if (isBusy(before, "not calibrated")) {
            return false;
        }
        out().println();
        what.measureKafka(out());
        OtherLoad during = loads.get();
        Calibration measured = measuring.apply(what, out());
        if (isBusy(during.after(Duration.ZERO), "the calibration is not stored")) {
            return false;
        }
        what.store(measured, calibrationFile, out());
        return true;
    }

    private boolean isBusy(OtherLoadFigures load, String consequence) {
        Optional<Check> busy = HostChecks.ofLoad(load, OptionalDouble.empty()).stream()
                .filter(check -> check.verdict() == CheckOutcome.FAIL)
                .findFirst();
        busy.ifPresent(check -> err().println(consequence + ", because this host is busy: " + check.found()
                + ". End what else runs here (top), and run bin/benchmark doctor --calibrate again"));
        return busy.isPresent();
    }

    private Diagnosis thisHost(HostFacts facts, List<WorkerAddress> addresses, OtherLoadFigures others) {
        boolean severalHosts = addresses.stream().anyMatch(address -> !address.isLoopback());
        List<Check> checks = new ArrayList<>(HostChecks.of(facts, severalHosts));
        checks.addAll(HostChecks.ofClock(ClockProbe.measure()));
        checks.addAll(HostChecks.ofLoad(others, facts.cpu().loadPerCore()));
        checks.add(HostChecks.ofDisk(folder));
        checks.add(HostChecks.ofEmbedded(Drivers.onClassPath()));
        return new Diagnosis("this host, " + facts.host(), checks);
    }

    private void show(List<Diagnosis> diagnoses, List<Diagnosis> all) {
        for (Diagnosis diagnosis : diagnoses) {
            diagnosis.lines().forEach(out()::println);
            out().println();
        }
        all.addAll(diagnoses);
    }
}
