package dev.weir.worker;

import dev.weir.driver.Driver;
import dev.weir.plan.Assignment;
import dev.weir.worker.client.LoadClient;
import dev.weir.worker.recording.RunMaterial;
import java.util.List;
import java.util.concurrent.Callable;

/** A kind of clients of a load, with its name in the plural for threads and messages. It is a seat. */
public record ClientKind(String name, Opening opening) {
    public interface Opening {
        /** Returns a step for each client that opens it, on any thread; empty if the assignment has no such client. */
        List<Callable<LoadClient>> of(Assignment assignment, Driver driver, RunMaterial material);
    }
}
