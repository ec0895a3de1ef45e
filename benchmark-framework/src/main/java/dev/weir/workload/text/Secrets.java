package dev.weir.workload.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Removes secrets from texts for results. */
public final class Secrets {
    /** Stands for a secret. */
    public static final String HIDDEN = "[hidden]";

    private static final Pattern SECRET = Pattern.compile(
            "password|passwd|passphrase|secret|jaas|token|credential|keystore\\.key|private\\.?key|api\\.?key|user\\.info",
            Pattern.CASE_INSENSITIVE);

    /** A field in a text of several lines, in the form of YAML or of properties, up to its value. */
    private static final String FIELD = "([\\w.-]*(?:" + SECRET.pattern() + ")[\\w.-]*[\"']?[ \\t]*[:=])";

    private static final Pattern FIELD_OF_LINE = Pattern.compile(FIELD + "[^\\n]+", Pattern.CASE_INSENSITIVE);

    /** A field whose value continues in the next lines. */
    private static final Pattern FIELD_OF_BLOCK =
            Pattern.compile(FIELD + "[ \\t]*([|>][^\\n]*|[^\\n]*\\\\)?\\n", Pattern.CASE_INSENSITIVE);

    /**
     * User information in an address such as {@code nats://user:password@host}: up to the last @, because a password
     * may contain one.
     */
    private static final Pattern USER_INFO = Pattern.compile("(\\w://)[^\\s,]*@");

    /** User information in an address without a scheme, such as {@code user:password@host}. */
    private static final Pattern BARE_USER_INFO = Pattern.compile("[^\\s,:/]+:(?!//)[^\\s,]*@");

    private Secrets() {}

    /** Returns whether a property of this name, or an argument that sets it, contains a secret. */
    public static boolean isSecret(String name) {
        return SECRET.matcher(name).find();
    }

    /**
     * Returns a property's value without secrets. A value of several lines may be a file: the rest of a line is hidden
     * after a field that {@link #isSecret}, and the whole value if the secret is on lines of its own.
     */
    public static String withoutSecret(String name, String value) {
        boolean isFile = value.indexOf('\n') >= 0;
        if (isSecret(name) || (isFile && FIELD_OF_BLOCK.matcher(value).find())) {
            return HIDDEN;
        }
        return withoutUserOfUrl(
                isFile ? FIELD_OF_LINE.matcher(value).replaceAll("$1 " + Matcher.quoteReplacement(HIDDEN)) : value);
    }

    /** Returns a text without the users and passwords of addresses in it. */
    public static String withoutUser(String text) {
        return BARE_USER_INFO.matcher(withoutUserOfUrl(text)).replaceAll(HIDDEN + "@");
    }

    private static String withoutUserOfUrl(String text) {
        return USER_INFO.matcher(text).replaceAll("$1" + HIDDEN + "@");
    }
}
