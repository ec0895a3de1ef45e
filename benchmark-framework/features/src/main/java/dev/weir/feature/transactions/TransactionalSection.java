package dev.weir.feature.transactions;

import dev.weir.driver.Driver;
import dev.weir.workload.section.Section;
import java.util.Optional;

/** A section of clients that need transactions. */
interface TransactionalSection<T> extends Section<T> {
    /** Returns whether its clients also read on demand. */
    default boolean reads() {
        return true;
    }

    @Override
    default boolean isOfLoad() {
        return true;
    }

    @Override
    default boolean commits(T value) {
        return true;
    }

    @Override
    default Optional<String> missing(T value, Driver driver) {
        return driver.transactions().isEmpty()
                ? Optional.of("has no transactions")
                : reads() && driver.reads().isEmpty() ? Optional.of("cannot read on demand") : Optional.empty();
    }
}
