package dev.weir.workload.yaml;

/**
 * The mapping whose fields are being read: the file itself, or one inside it.
 *
 * @param within field that contains the mapping, such as {@code keys}; empty for the file itself
 * @param line where the mapping begins, for missing fields; 0 for the file itself
 */
public record Scope(YamlFile file, String within, int line) {
    String path(String name) {
        return within + (within.isEmpty() || name.isEmpty() ? "" : ".") + name;
    }

    public void error(int at, String name, String message) {
        file.error(at, path(name), message);
    }

    void notYet(int at, String name, String message) {
        file.notYet(at, path(name), message);
    }

    public void warning(int at, String name, String message) {
        file.warning(at, path(name), message);
    }
}
