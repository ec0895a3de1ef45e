package dev.weir.driver.redpanda;

import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Settings of the admin API in a driver file.
 *
 * @param hosts where it listens, without a path; never empty
 * @param user for basic authentication; empty: none
 * @param token for bearer authentication; empty: none
 * @param truststore certificates (PEM) of authorities that may sign a host's certificate; empty: the JDK's list
 */
record AdminSettings(List<URI> hosts, String user, String password, String token, Optional<Path> truststore) {
    static final String HOSTS = "adminHosts";
    private static final String USER = "adminUser";
    private static final String PASSWORD = "adminPassword";
    private static final String TOKEN = "adminToken";
    private static final String TRUSTSTORE = "adminTruststore";
    private static final int PORT = 9644;

    static final Map<String, String> FIELDS = Map.of(
            HOSTS, "where the admin API of each broker listens: host:port or https://host:port, with commas between",
            USER, "user of the admin API, for basic authentication",
            PASSWORD, "password of that user",
            TOKEN, "token for the admin API, for bearer authentication in the place of a user",
            TRUSTSTORE, "file (PEM) with the certificates to trust at https hosts; without it, those of the JDK");

    private static final Pattern ADDRESS =
            Pattern.compile("(https?://)?(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?/?");

    /** Reads the settings; empty if the file names no host, so that the admin API is not used. */
    static Optional<AdminSettings> of(DriverConfig config) {
        List<URI> hosts = addresses(config).stream().map(AdminSettings::uri).toList();
        if (hosts.isEmpty()) {
            return Optional.empty();
        }
        Optional<Path> truststore = Optional.of(text(config, TRUSTSTORE))
                .filter(file -> !file.isEmpty())
                .map(Path::of);
        return Optional.of(
                new AdminSettings(hosts, text(config, USER), text(config, PASSWORD), text(config, TOKEN), truststore));
    }

    static List<ConfigProblem> problems(DriverConfig config) {
        List<ConfigProblem> problems = new ArrayList<>();
        List<String> addresses = addresses(config);
        for (String address : addresses) {
            if (!isUsable(address)) {
                String user = "an address with a user, whose place is " + USER + " and " + PASSWORD;
                String right = "host:port or https://host:port, with commas between and no _ in the name of a host";
                String message = "must be " + right + ", got " + (address.contains("@") ? user : address);
                problems.add(new ConfigProblem(HOSTS, "", message));
            }
        }
        if (addresses.isEmpty() && !config.clusterConfig().isEmpty()) {
            String message = "needs " + HOSTS + ", where the admin API of each broker listens";
            problems.add(new ConfigProblem("clusterConfig", "", message));
        }
        for (String field : Set.of(USER, PASSWORD, TOKEN, TRUSTSTORE)) {
            if (addresses.isEmpty() && !text(config, field).isEmpty()) {
                problems.add(new ConfigProblem(field, "", "has no effect without " + HOSTS));
            }
        }
        if (text(config, USER).isEmpty() != text(config, PASSWORD).isEmpty()) {
            problems.add(new ConfigProblem(USER, "", USER + " and " + PASSWORD + " need each other"));
        }
        if (!text(config, TOKEN).isEmpty() && !text(config, USER).isEmpty()) {
            problems.add(new ConfigProblem(TOKEN, "", "has no place beside " + USER + "; keep one"));
        }
        truststore(config, addresses).ifPresent(message -> problems.add(new ConfigProblem(TRUSTSTORE, "", message)));
        return problems;
    }

    private static boolean isUsable(String address) {
        try {
            return ADDRESS.matcher(address).matches()
                    && uri(address).getHost() != null
                    && uri(address).getPort() <= 65_535;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Optional<String> truststore(DriverConfig config, List<String> addresses) {
        String file = text(config, TRUSTSTORE);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        if (!Files.isReadable(Path.of(file))) {
            return Optional.of("must be a file that can be read, got " + file);
        }
        return addresses.stream().anyMatch(address -> address.startsWith("https:"))
                ? Optional.empty()
                : Optional.of("has no effect: no host in " + HOSTS + " begins with https://");
    }

    static List<HostAccess> hostAccess(DriverConfig config) {
        String file = text(config, TRUSTSTORE);
        return file.isEmpty() ? List.of() : List.of(new HostAccess(TRUSTSTORE, HostAccess.Kind.FILE, file));
    }

    private static List<String> addresses(DriverConfig config) {
        var addresses = Stream.of(text(config, HOSTS).split(",", -1)).map(String::strip);
        return addresses.filter(address -> !address.isEmpty()).toList();
    }

    private static URI uri(String address) {
        String whole = (address.contains("://") ? address : "http://" + address).replaceFirst("/$", "");
        return URI.create(whole.matches(".*:[0-9]+") ? whole : whole + ":" + PORT);
    }

    private static String text(DriverConfig config, String field) {
        return config.settings().getOrDefault(field, "").strip();
    }
}
