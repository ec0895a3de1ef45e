package dev.weir.cli.option;

import java.util.Set;

/**
 * Options that decide how systems are compared.
 *
 * @param differs fields that are meant to differ, see {@link dev.weir.result.stored.Comparability#means}
 * @param strict whether systems that differ in other fields are refused
 */
public record Pairing(Set<String> differs, boolean strict) {
    /** Without options. */
    public static final Pairing NONE = new Pairing(Set.of(), false);

    public Pairing {
        differs = Set.copyOf(differs);
    }
}
