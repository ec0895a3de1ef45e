package dev.weir.driver.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that a client library opens, code that it runs, or an address that it connects to, because of a configuration.
 *
 * @param property the property that causes it
 * @param value the path of a file; the name of a class, or the path of a program; an address; a reference to a value of
 *     this host. Never a secret, because messages contain it
 */
public record HostAccess(String property, Kind kind, String value) {
    private static final Pattern CODE_NAME =
            Pattern.compile("(?i).*(class|classes|classname|providers?|reporters|plugins?)");
    private static final Pattern FILE_NAME = Pattern.compile("(?i).*[._-](file|path|location|dir|directory)");

    private static final Pattern ADDRESS_NAME =
            Pattern.compile("(?i).*(servers?|hosts?|urls?|uris?|address|addresses|endpoints?)");

    private static final Pattern ADDRESSES = Pattern.compile(
            "(?s).*[a-zA-Z0-9]://.*|\\s*[^\\s,:]+:[0-9]{1,5}\\s*(,\\s*[^\\s,:]+:[0-9]{1,5}\\s*)*,?\\s*");

    private static final Pattern PATH = Pattern.compile("(?s)\\s*([/~\\\\]|\\.{1,2}[/\\\\]).*");

    /** Not {@code host:port}, and lists of such. */
    private static final Pattern SCHEME = Pattern.compile("(?s)\\s*([a-zA-Z][a-zA-Z0-9+.-]*):(?![0-9]+\\s*(,|$)).*");

    private static final Pattern CLASS = Pattern.compile("\\s*([\\w$]+\\.)+[A-Z][\\w$]*\\s*");

    /**
     * Schemes of addresses on other hosts. For any other scheme, such as {@code jar:} or {@code url:}, Java may open a
     * file.
     */
    private static final Set<String> NETWORK_SCHEMES = Set.of(
            "http",
            "https",
            "tcp",
            "tls",
            "ssl",
            "nats",
            "ws",
            "wss",
            "pulsar",
            "pulsar+ssl",
            "amqp",
            "amqps",
            "mqtt",
            "mqtts",
            "redis",
            "rediss",
            "plaintext",
            "sasl_plaintext",
            "sasl_ssl");

    /** What a client uses on its host. */
    public enum Kind {
        /** A file or folder is opened. */
        FILE,
        /** A class is loaded, or a program started. */
        CODE,
        /** The client connects to it. */
        ADDRESS,
        /** The client reads a value of its host through a config provider. */
        REFERENCE
    }

    public HostAccess {
        Objects.requireNonNull(property);
        Objects.requireNonNull(kind);
        Objects.requireNonNull(value);
    }

    /** Whether a value may name a file: it is a path, or an address whose scheme is not a known network protocol. */
    public static boolean mayNameFile(String value) {
        Matcher scheme = SCHEME.matcher(value);
        return PATH.matcher(value).matches()
                || (scheme.matches()
                        && !NETWORK_SCHEMES.contains(scheme.group(1).toLowerCase(Locale.ROOT)));
    }

    /** Whether a value is the full name of a class, by the usual spelling. */
    public static boolean mayNameClass(String value) {
        return CLASS.matcher(value).matches();
    }

    /**
     * Returns the addresses and the references to values of the host in a configuration. {@code DriverFactory.hostAccess}
     * leaves them out, because workers may connect to any address.
     */
    public static List<HostAccess> outside(DriverConfig config) {
        List<HostAccess> found = new ArrayList<>();
        for (Map<String, String> properties : List.of(
                config.settings(),
                config.clients().common(),
                config.clients().producer(),
                config.clients().consumer(),
                config.topics().properties(),
                config.clusterConfig())) {
            properties.forEach((name, value) -> {
                UnresolvedReferences.first(value)
                        .ifPresent(reference -> found.add(new HostAccess(name, Kind.REFERENCE, reference)));
                boolean named = ADDRESS_NAME.matcher(name).matches() && !value.isBlank();
                if (named || ADDRESSES.matcher(value).matches()) {
                    found.add(new HostAccess(name, Kind.ADDRESS, value.strip()));
                }
            });
        }
        return found;
    }

    /**
     * Guesses from the names and values of a configuration's client properties and settings, for drivers without a list
     * of their own.
     */
    public static List<HostAccess> guessed(DriverConfig config) {
        List<HostAccess> found = new ArrayList<>();
        for (Map<String, String> properties : List.of(
                config.settings(),
                config.clients().common(),
                config.clients().producer(),
                config.clients().consumer())) {
            properties.forEach((name, value) -> {
                if (CODE_NAME.matcher(name).matches() || mayNameClass(value)) {
                    found.add(new HostAccess(name, Kind.CODE, value));
                } else if (FILE_NAME.matcher(name).matches() || mayNameFile(value)) {
                    found.add(new HostAccess(name, Kind.FILE, value));
                }
            });
        }
        return found;
    }
}
