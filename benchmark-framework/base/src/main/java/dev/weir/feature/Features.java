package dev.weir.feature;

import java.util.List;
import java.util.ServiceLoader;

/** The features on Weir's class path. Drivers and files add none. Any thread. */
public final class Features {
    /** Names the jar that has them, for messages about an installation without it. */
    public static final String JAR = "the jar weir-features";

    private static final List<Object> SEATS = ServiceLoader.load(Feature.class, Feature.class.getClassLoader()).stream()
            .flatMap(feature -> feature.get().seats().stream())
            .map(Object.class::cast)
            .toList();

    private Features() {}

    /** Returns whether Weir is installed without them. */
    public static boolean areMissing() {
        return SEATS.isEmpty();
    }

    /** Returns what the features put into a seat, in the order of the registry. */
    public static <T> List<T> in(Class<T> seat) {
        return SEATS.stream().filter(seat::isInstance).map(seat::cast).toList();
    }
}
