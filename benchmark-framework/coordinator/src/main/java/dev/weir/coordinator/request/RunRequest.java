package dev.weir.coordinator.request;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.result.RunHeader;
import dev.weir.result.RunHeader.RunIdentity;
import dev.weir.result.document.Provenance.RunSetup;
import dev.weir.wire.message.WorkerFacts;
import dev.weir.wire.tls.ChannelSecurity;
import dev.weir.workload.Workload;
import dev.weir.workload.text.Secrets;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A run to carry out.
 *
 * @param workers workers that carry out the run, at least one
 * @param setup describes the same workers, so that the run can be repeated
 * @param resultBase path of the result without its extension; its folder exists
 * @param deliverySilence time without arrivals after which delivery has ended. It must be longer than the system
 *     takes to reassign a lost consumer's partitions; otherwise late messages count as lost
 */
public record RunRequest(
        RunIdentity run,
        Workload workload,
        MeasuredSystem system,
        List<WorkerTarget> workers,
        RunSetup setup,
        Path resultBase,
        Duration deliverySilence) {
    public RunRequest {
        workers = List.copyOf(workers);
        if (workers.isEmpty()) {
            throw new IllegalArgumentException("a run must have at least one worker");
        }
    }

    public RunHeader header() {
        DriverFactory factory = system.factory();
        DriverConfig driver = system.driver();
        DriverConfig shown = Secrets.shown(factory, driver);
        ClientSettings clients = Secrets.shown(factory, factory.clientSettings(driver));
        return new RunHeader(run, setup, WorkerFacts.ofThisProcess().asMap(), workload, shown, clients);
    }

    /** A worker to use; its name for people is {@code host:port} or {@code in-process}. */
    public record WorkerTarget(String name, SocketAddress address, ChannelSecurity security) {
        public WorkerTarget(String name, SocketAddress address) {
            this(name, address, ChannelSecurity.NONE);
        }
    }
}
