package dev.weir.worker.client;

import dev.weir.driver.Driver;
import dev.weir.plan.Assignment;
import dev.weir.worker.recording.RunMaterial;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A kind of client.
 *
 * @param name for threads and messages, such as {@code producers}
 */
public record LoadClients(String name, Opening opening) {
    /** Opens the clients of an assignment. */
    public interface Opening {
        /** The steps that open them, each on any thread; none if the assignment has no client of this kind. */
        List<Callable<LoadClient>> of(Assignment assignment, Driver driver, RunMaterial material);
    }
}
