package dev.weir.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Something that a configuration makes a client library do on the host where it runs, beyond talking to the system.
 *
 * @param property that asks for it
 * @param kind of what
 * @param value the path of a file; the name of a class, or the path of a program. Never a secret: it is shown to people
 */
public record HostAccess(String property, Kind kind, String value) {
    private static final Pattern CODE_NAME =
            Pattern.compile("(?i).*(class|classes|classname|providers?|reporters|plugins?)");
    private static final Pattern FILE_NAME = Pattern.compile("(?i).*[._-](file|path|location|dir|directory)");
    private static final Pattern FILE_VALUE = Pattern.compile("file:.*|[/~].*|\\.{1,2}/.*");

    /** What is used. */
    public enum Kind {
        /** A file or folder is opened. */
        FILE,
        /** A class is loaded, or a program started. */
        CODE
    }

    public HostAccess {
        Objects.requireNonNull(property);
        Objects.requireNonNull(kind);
        Objects.requireNonNull(value);
    }

    /**
     * What can be guessed of a configuration by the names and values of its client properties and settings, for drivers that
     * do not know better.
     */
    static List<HostAccess> guessed(DriverConfig config) {
        List<HostAccess> found = new ArrayList<>();
        for (Map<String, String> properties :
                List.of(config.settings(), config.commonConfig(), config.producerConfig(), config.consumerConfig())) {
            properties.forEach((name, value) -> {
                if (CODE_NAME.matcher(name).matches()) {
                    found.add(new HostAccess(name, Kind.CODE, value));
                } else if (FILE_NAME.matcher(name).matches()
                        || FILE_VALUE.matcher(value).matches()) {
                    found.add(new HostAccess(name, Kind.FILE, value));
                }
            });
        }
        return found;
    }
}
