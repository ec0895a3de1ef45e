package dev.weir.feature;

import java.util.List;

/**
 * A feature of Weir, in a package of its own. Registered for {@link java.util.ServiceLoader}: the class needs a public
 * constructor without parameters. Without its line in the registry, Weir works as if the feature did not exist.
 */
public interface Feature {
    /** Returns what the feature adds: an object for each seat that it takes. */
    List<?> seats();
}
