package dev.weir.workload.yaml;

import java.util.List;
import java.util.Optional;

/**
 * A field of a file: all that is known of it. What is checked when a file is read, the names that are suggested and the
 * JSON Schema come from here.
 *
 * @param meaning one line for a person
 * @param unit of its numbers; empty if they have none
 * @param instead the field that says the same in another spelling; empty if there is none, or if this is the main one
 */
public record Field<T>(String name, Type<T> type, Presence<T> presence, String meaning, String unit, String instead) {

    /** A field that every file gives. */
    public static <T> Field<T> required(String name, Type<T> type, String meaning) {
        return of(name, type, new Presence.Required<>(List.of()), meaning);
    }

    /** The same, but a file that gives one of the named fields need not give it. */
    public Field<T> unless(String... others) {
        return new Field<>(name, type, new Presence.Required<>(List.of(others)), meaning, unit, instead);
    }

    /** A field with a default. */
    public static <T> Field<T> optional(String name, Type<T> type, T otherwise, String meaning) {
        return of(name, type, new Presence.Default<>(otherwise), meaning);
    }

    /** A field without a default of its own. */
    public static <T> Field<T> free(String name, Type<T> type, String meaning) {
        return of(name, type, new Presence.Free<>(), meaning);
    }

    /** A field that nothing acts on yet. */
    public static <T> Field<T> later(String name, Type<T> type, List<T> off, String meaning, String advice) {
        return of(name, type, new Presence.Later<>(off, advice), meaning);
    }

    private static <T> Field<T> of(String name, Type<T> type, Presence<T> presence, String meaning) {
        return new Field<>(name, type, presence, meaning, "", "");
    }

    /** The same, with the unit of its numbers. */
    public Field<T> in(String measure) {
        return new Field<>(name, type, presence, meaning, measure, instead);
    }

    /** The same, as another spelling of the given field. */
    public Field<T> insteadOf(Field<?> main) {
        return new Field<>(name, type, presence, meaning, unit, main.name);
    }

    /** What a file gets that does not give it. */
    public Optional<T> otherwise() {
        return presence instanceof Presence.Default<T> given ? Optional.of(given.value()) : Optional.empty();
    }

    /** The field for which this is a spelling: itself, unless it stands in for another one. */
    String thing() {
        return instead.isEmpty() ? name : instead;
    }

    /** Follows "must be" in a message. */
    public String allowed() {
        return unit.isEmpty() ? type.allowed() : type.allowed() + " (" + unit + ")";
    }
}
