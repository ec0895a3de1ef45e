package dev.weir.workload.yaml;

/**
 * The mapping whose fields are being read: the file itself, or one inside it.
 *
 * @param within the field that holds the mapping, such as {@code keys}; empty for the file itself
 * @param line where the mapping begins, for what is missing in it; 0 for the file itself
 */
public record Scope(YamlFile file, String within, int line) {

    /** The file itself. */
    static Scope of(YamlFile file) {
        return new Scope(file, "", 0);
    }

    /** A mapping that a field holds. */
    static Scope inside(Place place, int line) {
        return new Scope(place.file(), place.field(), line);
    }

    /** A field's name as messages show it. */
    String path(String name) {
        return within + (within.isEmpty() || name.isEmpty() ? "" : ".") + name;
    }

    /** Something about a field that forbids to use the file. */
    public void error(int at, String name, String message) {
        file.error(at, path(name), message);
    }

    /** Something right about a field that cannot be run yet. */
    void notYet(int at, String name, String message) {
        file.notYet(at, path(name), message);
    }

    /** Something about a field that should be shown. */
    public void warning(int at, String name, String message) {
        file.warning(at, path(name), message);
    }
}
