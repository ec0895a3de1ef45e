package dev.weir.host.observation;

import dev.weir.clock.Clock;
import dev.weir.host.facts.HostCommand;
import dev.weir.host.facts.HostFiles;
import java.time.Duration;
import java.util.List;

/**
 * Observes this process and its host during a load: a control thread for hiccups, the collectors' reports of their
 * pauses, and some files of the kernel, which are read for each observation. All of it costs less than 0.3 % of a core
 * at an observation a second. Used by one thread.
 */
public final class Observer implements AutoCloseable {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(2);

    private final Clock clock;
    private final HiccupMeter hiccups;
    private final GcPauses gc;
    private final CpuMeter cpu;
    private final ControlGroupMeter controlGroup;
    private final NetworkMeter network;
    private final NetworkAllowances allowances;

    public Observer(Clock clock) {
        var files = HostFiles.OF_THIS_HOST;
        this.clock = clock;
        this.cpu = new CpuMeter(files);
        this.controlGroup = new ControlGroupMeter(files, clock);
        this.network = new NetworkMeter(files);
        this.allowances = new NetworkAllowances(files, command -> HostCommand.output(command, COMMAND_LIMIT), task -> {
            var thread = new Thread(task, "allowance-reader");
            thread.setDaemon(true);
            thread.start();
        });
        this.gc = GcPauses.started(clock);
        this.hiccups = HiccupMeter.started(clock);
    }

    /** Sets when the measurement begins, for what is read only then. */
    public void measureFrom(long nanos) {
        allowances.measureFrom(nanos);
    }

    /** Sets when the measurement ends, for what is read only then. */
    public void measureUntil(long nanos) {
        allowances.measureUntil(nanos);
    }

    /** Returns the observations since the previous call. */
    public Observation take() {
        List<Pause> late = hiccups.hiccups().take();
        List<Pause> pauses = gc.pauses().take();
        long missed = hiccups.hiccups().takeMissed() + gc.pauses().takeMissed();
        return new Observation(
                hiccups.takeWakeUps(),
                late,
                pauses,
                missed,
                cpu.take(),
                controlGroup.take(),
                network.take(),
                allowances.take(clock.epochNanos()));
    }

    @Override
    public void close() {
        hiccups.close();
        gc.close();
    }
}
