package dev.weir.workload;

import dev.weir.workload.text.Checks;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address of a worker.
 *
 * @param host a name or an address, IPv6 without brackets; in lower case, so that equal hosts are equal values
 * @param port in [1, 65535]
 * @param name name or address that the worker's certificate must have: the host, unless a name was looked up to find
 *     the host's address
 */
public record WorkerAddress(String host, int port, String name) {
    private static final String NAME = "[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?";
    private static final String IPV6 = "[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(?:%[A-Za-z0-9._-]+)?";
    private static final Pattern HOST = Pattern.compile(NAME + "|" + IPV6);
    private static final Pattern FORM =
            Pattern.compile("(?:https?://)?(?:(" + NAME + ")|\\[(" + IPV6 + ")\\]):([0-9]{1,5})/?");

    /** Only this name: other names that begin with {@code 127.} are names of hosts. */
    private static final Pattern LOOPBACK = Pattern.compile("localhost|::1|127(?:\\.[0-9]{1,3}){3}");

    /** Allowed forms for {@link #parse}, after "must be" in a message. */
    public static final String ALLOWED = "host:port with a port in [1, 65535], such as client-1:8080 or [::1]:8080";

    public WorkerAddress {
        host = checked("host", host);
        name = checked("name", name);
        Checks.refuseIf(port < 1 || port > 65_535, "port must be in [1, 65535], got " + port);
    }

    /** Creates the address of a worker whose certificate has the host's name or address. */
    public WorkerAddress(String host, int port) {
        this(host, port, host);
    }

    private static String checked(String what, String host) {
        Checks.refuseIf(!HOST.matcher(host).matches(), what + " must be a name or an IP address, got " + host);
        return host.toLowerCase(Locale.ROOT);
    }

    /** Parses {@code host:port}, {@code [IPv6]:port}, or a URL as in OMB; empty if the text is none. */
    public static Optional<WorkerAddress> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        int port = Integer.parseInt(form.group(3));
        String host = form.group(1) != null ? form.group(1) : form.group(2);
        return port < 1 || port > 65_535 ? Optional.empty() : Optional.of(new WorkerAddress(host, port));
    }

    /** Returns whether it is on the current host, by its name; no name is looked up. */
    public boolean isLoopback() {
        return LOOPBACK.matcher(host).matches();
    }

    /** Returns the address to connect to, whose host string TLS checks; unresolved if no lookup finds the host. */
    public InetSocketAddress socketAddress() {
        if (name.equals(host)) {
            return new InetSocketAddress(host, port);
        }
        try {
            byte[] address = InetAddress.getByName(host).getAddress();
            return new InetSocketAddress(InetAddress.getByAddress(name, address), port);
        } catch (UnknownHostException e) {
            return InetSocketAddress.createUnresolved(name, port);
        }
    }

    /** Returns {@code host:port}, with an IPv6 address in brackets. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
