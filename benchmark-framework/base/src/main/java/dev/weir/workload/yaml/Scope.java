package dev.weir.workload.yaml;

/**
 * The mapping whose fields are being read: the file itself, or one inside it.
 *
 * @param within field that contains the mapping, such as {@code keys}; empty for the file itself
 * @param line where the mapping begins, for missing fields; 0 for the file itself
 */
public record Scope(YamlFile file, String within, int line) {

    static Scope of(YamlFile file) {
        return new Scope(file, "", 0);
    }

    /** Creates the scope of a mapping in a field. */
    static Scope inside(Place place, int line) {
        return new Scope(place.file(), place.field(), line);
    }

    /** Returns a field's name for messages. */
    String path(String name) {
        return within + (within.isEmpty() || name.isEmpty() ? "" : ".") + name;
    }

    /** Adds an error about a field. */
    public void error(int at, String name, String message) {
        file.error(at, path(name), message);
    }

    /** Adds an error about a correct field that this version does not support. */
    void notYet(int at, String name, String message) {
        file.notYet(at, path(name), message);
    }

    /** Adds a warning about a field. */
    public void warning(int at, String name, String message) {
        file.warning(at, path(name), message);
    }
}
