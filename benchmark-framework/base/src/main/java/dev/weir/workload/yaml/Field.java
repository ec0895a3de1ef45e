package dev.weir.workload.yaml;

import java.util.List;
import java.util.Optional;

/**
 * A field of a file. Checks, suggested names and the JSON Schema are derived from it.
 *
 * @param meaning one line for a person
 * @param unit unit of its numbers; empty if they have none
 * @param instead main field of which this is another spelling; empty if it is no other spelling
 */
public record Field<T>(String name, Type<T> type, Presence<T> presence, String meaning, String unit, String instead) {

    /** Creates a field that each file must give. */
    public static <T> Field<T> required(String name, Type<T> type, String meaning) {
        return of(name, type, new Presence.Required<>(List.of()), meaning);
    }

    /** Returns this field, which a file may omit if it gives one of the named fields. */
    public Field<T> unless(String... others) {
        return new Field<>(name, type, new Presence.Required<>(List.of(others)), meaning, unit, instead);
    }

    public static <T> Field<T> optional(String name, Type<T> type, T otherwise, String meaning) {
        return of(name, type, new Presence.Default<>(otherwise), meaning);
    }

    /** Creates a field without a default of its own. */
    public static <T> Field<T> free(String name, Type<T> type, String meaning) {
        return of(name, type, new Presence.Free<>(), meaning);
    }

    /** Creates a field that has no effect yet. */
    public static <T> Field<T> later(String name, Type<T> type, List<T> off, String meaning, String advice) {
        return of(name, type, new Presence.Later<>(off, advice), meaning);
    }

    private static <T> Field<T> of(String name, Type<T> type, Presence<T> presence, String meaning) {
        return new Field<>(name, type, presence, meaning, "", "");
    }

    public Field<T> in(String measure) {
        return new Field<>(name, type, presence, meaning, measure, instead);
    }

    public Field<T> insteadOf(Field<?> main) {
        return new Field<>(name, type, presence, meaning, unit, main.name);
    }

    public Optional<T> otherwise() {
        return presence instanceof Presence.Default<T> given ? Optional.of(given.value()) : Optional.empty();
    }

    /** Returns the main field of which this is a spelling; itself if it is no other spelling. */
    String mainName() {
        return instead.isEmpty() ? name : instead;
    }

    /** Returns the allowed values, after "must be" in a message. */
    public String allowed() {
        return unit.isEmpty() ? type.allowed() : type.allowed() + " (" + unit + ")";
    }
}
