package dev.weir.worker;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.HostAccess;
import dev.weir.driver.config.UnresolvedReferences;
import dev.weir.workload.text.Secrets;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Limits for client properties from the network: which files of this host, and which code, they may name. */
public final class ClientLimits {
    /** Allows no file, and only code that the driver declares harmless. */
    public static final ClientLimits NOTHING = new ClientLimits(false, List.of(), Set.of());

    /** Allows everything: for a worker in the coordinator's own process, whose files the same person has named. */
    static final ClientLimits ALL = new ClientLimits(true, List.of(), Set.of());

    private static final String FILES_OPTION = "--allow-client-files";
    private static final String CLASSES_OPTION = "--allow-client-classes";

    private final boolean all;
    private final List<Path> folders;
    private final Set<String> code;

    private ClientLimits(boolean all, List<Path> folders, Set<String> code) {
        this.all = all;
        this.folders = List.copyOf(folders);
        this.code = Set.copyOf(code);
    }

    /**
     * Allows files in these folders and below, and code by its name in properties.
     *
     * @param folders as {@link Path#toRealPath} returns them
     */
    public static ClientLimits to(List<Path> folders, Set<String> code) {
        return new ClientLimits(false, folders, code);
    }

    /**
     * Checks a configuration, and that this host has values for all its references, before a driver is opened with it.
     *
     * @throws RefusalException naming everything in it that is not allowed, and the option that would allow it; or a
     *     reference without a value
     */
    void check(DriverFactory factory, DriverConfig config) {
        if (!all) {
            List<HostAccess> access = factory.hostAccess(config);
            Set<String> documented = factory.documentedProperties();
            refuse(access, each -> refusal(each, documented));
            // Resolving runs the code of config providers, which is allowed by now.
            List<HostAccess> resolved = new ArrayList<>(factory.hostAccess(factory.resolved(config)));
            resolved.removeAll(access);
            refuse(resolved, ClientLimits::refusalOfResolved);
        }
        List<ConfigProblem> unresolved = UnresolvedReferences.problems(factory.resolved(config));
        if (!unresolved.isEmpty()) {
            ConfigProblem first = unresolved.get(0);
            throw new RefusalException("this host has no value for the reference ${...} in "
                    + Stream.of(first.field(), first.property())
                            .filter(name -> !name.isEmpty())
                            .collect(Collectors.joining("."))
                    + ": give the worker's process the value that the coordinator has");
        }
    }

    private void refuse(List<HostAccess> access, Function<HostAccess, String> refusal) {
        List<String> refused =
                access.stream().filter(each -> !isAllowed(each)).map(refusal).toList();
        if (!refused.isEmpty()) {
            throw new RefusalException("this worker takes no orders from the network to read files or to load code: "
                    + String.join("; ", refused));
        }
    }

    /** Does not contain the value: a coordinator could read the environment of this host with it. */
    private static String refusalOfResolved(HostAccess access) {
        return access.property() + " names what a config provider of this host gives: start the worker with "
                + (access.kind() == HostAccess.Kind.FILE ? FILES_OPTION : CLASSES_OPTION) + " for it";
    }

    private boolean isAllowed(HostAccess access) {
        return switch (access.kind()) {
            case FILE -> isBelow(access.value());
            case CODE -> code.contains(access.value());
            case ADDRESS, REFERENCE -> true;
        };
    }

    /**
     * Returns what an access names, for a message: what a driver takes for the name of a file or a class may be a
     * secret.
     *
     * @param documented see {@link DriverFactory#documentedProperties}
     */
    public static String shown(HostAccess access, Set<String> documented) {
        boolean isName = access.kind() == HostAccess.Kind.CODE && HostAccess.mayNameClass(access.value());
        return isName
                ? Secrets.withoutSecret(access.property(), access.value())
                : Secrets.ofProperty(access.property(), access.value(), documented);
    }

    private static String refusal(HostAccess access, Set<String> documented) {
        String shown = shown(access, documented);
        String remedy = access.kind() == HostAccess.Kind.FILE
                ? FILES_OPTION + " and a folder that holds it"
                : CLASSES_OPTION + " " + (shown.equals(access.value()) ? shown : "and its value");
        return access.property() + " names " + shown + ": start the worker with " + remedy;
    }

    /** Returns whether a file exists in an allowed folder, by its real path: no {@code ..} and no link leads out. */
    private boolean isBelow(String file) {
        try {
            Path real = Path.of(file).toRealPath();
            return folders.stream().anyMatch(real::startsWith);
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    /**
     * A worker rejects a coordinator's request, as documented. The message is for a person; the log needs no stack
     * trace.
     */
    static final class RefusalException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        RefusalException(String message) {
            super(message);
        }
    }
}
