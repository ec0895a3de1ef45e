package dev.weir.driver.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Finds references such as {@code ${ZONE}} in values: a system would get such a text as it stands. */
public final class UnresolvedReferences {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{[^}]*}");

    private UnresolvedReferences() {}

    public static boolean isIn(String value) {
        return REFERENCE.matcher(value).find();
    }

    public static Optional<String> first(String value) {
        return REFERENCE.matcher(value).results().map(MatchResult::group).findFirst();
    }

    /** Returns a problem for each value that contains a reference. */
    public static List<ConfigProblem> problems(DriverConfig config) {
        List<ConfigProblem> problems = new ArrayList<>();
        check("topicConfig", config.topics().properties(), problems);
        check("clusterConfig", config.clusterConfig(), problems);
        config.clients().byField().forEach((field, properties) -> check(field, properties, problems));
        config.settings().forEach((name, value) -> {
            if (isIn(value)) {
                problems.add(new ConfigProblem(name, "", message(name)));
            }
        });
        return problems;
    }

    private static void check(String field, Map<String, String> properties, List<ConfigProblem> problems) {
        properties.forEach((name, value) -> {
            if (isIn(value)) {
                problems.add(new ConfigProblem(field, name, message(name)));
            }
        });
    }

    /** Returns the message about a property, which does not contain the value, because that may be a secret. */
    public static String message(String name) {
        return name + " still has ${...} in it, which nothing replaces here: write the value itself";
    }
}
