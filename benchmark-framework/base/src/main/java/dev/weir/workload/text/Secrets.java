package dev.weir.workload.text;

import dev.weir.driver.DriverFactory;
import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ClientSettings;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.config.TopicConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Removes secrets from everything that leaves the process: results, pages, logs and messages. Values with a name are
 * judged by the name ({@link #ofProperty}, {@link #withoutSecret}); texts by what is in them ({@link #text}). To remove
 * the secrets of a text a second time changes nothing.
 */
public final class Secrets {
    /** Stands for a secret. */
    public static final String HIDDEN = "[hidden]";

    private static final Pattern SECRET = Pattern.compile(
            "pass(word|wd|phrase|code)|(\\b|_|\\d)(pwd|pw|pass|sig|sas)(\\b|_|\\d)|(store|key)pass"
                    + "|secret|jaas|token|credential|signature"
                    + "|(private|api|access|account|shared|encryption|signing|keystore)[._-]?key|user[._-]?info"
                    + "|keystore\\.certificate\\.chain|truststore\\.certificates|authorization|bearer|cookie"
                    + "|connection[._-]?string",
            Pattern.CASE_INSENSITIVE);

    /** Endings of names whose values only state where a secret is, or how it is used. */
    private static final Pattern ABOUT_SECRET = Pattern.compile(
            "[\\w.-]*([._-]|(?=[A-Z]))(?i:file|path|location|dir|url|uri|class|algorithm|type|client\\.id)");

    /** Names in Kafka's clients for the classes that resolve values such as {@code ${env:NAME}}. */
    private static final Pattern PROVIDERS = Pattern.compile("config\\.providers(\\.[\\w-]+\\.class)?");

    /** Path of a client's or a topic's property in a driver file. */
    private static final Pattern PROPERTY_PATH =
            Pattern.compile("(?:driver\\.)?(?:common|producer|consumer|topic)Config\\.(.+)", Pattern.DOTALL);

    /** A field in a text of several lines, in the form of YAML or of properties, up to its value. */
    private static final String FIELD =
            "([\\w.-]{0,200}(?:" + SECRET.pattern().replace("(", "(?:") + ")[\\w.-]{0,200}[\"']?[ \\t]*[:=])";

    private static final Pattern FIELD_OF_LINE = Pattern.compile(FIELD + "[^\\n]+", Pattern.CASE_INSENSITIVE);

    /** A line of a file in the form of YAML or of properties, up to its value, and lines that continue it. */
    private static final Pattern LINE_OF_FILE = Pattern.compile(
            "^([ \\t]*(?:- )?[\\w.-]*(?:" + SECRET.pattern().replace("(", "(?:")
                    + ")[\\w.-]*[ \\t]*(?::[ \\t]|=))"
                    + "(?:[^\\n]*\\\\\\r?\\n|[ \\t]*[|>][^\\n]*\\n(?:[ \\t]+[^\\n]*\\n)*+)*+[^\\n]*",
            Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

    /** A field whose value continues in the next lines. */
    private static final Pattern FIELD_OF_BLOCK =
            Pattern.compile(FIELD + "[ \\t]*([|>][^\\n]*|[^\\n]*\\\\)?\\n", Pattern.CASE_INSENSITIVE);

    /** User information in an address: up to the last @, because a password may contain one. */
    private static final Pattern USER_INFO = Pattern.compile("(\\w://)(?:(?:(?!\\w://)[^\\s\"'<>@])*+@)++");

    /** User information in an address without a scheme, such as {@code user:password@host}. */
    private static final Pattern BARE_USER_INFO = Pattern.compile("(?<![^\\s,:/\"'=\\[(])"
            + "[^\\s,:/\"'=\\[(]{1,200}:(?!//)"
            + "(?:[^\\s,\"']{1,200}|[^\\s,\"'@]{1,200}(?:,[^\\s,\"'@:]{0,200}){1,9})@(?!sha256:)");

    /** The name of an HTTP header that authorizes, up to its value. */
    private static final Pattern HEADER = Pattern.compile(
            "(?:proxy-)?authorization|(?:set-)?cookie|x-[\\w-]{0,40}(?:token|key|auth|secret)[\\w-]{0,40}"
                    + "|(?<=(?:-H|--header)[ =]{0,1}[\"']{0,1})[\\w-]{0,40}(?:token|key|auth|secret)[\\w-]{0,40}",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern BEFORE_HEADER_VALUE = Pattern.compile("\\\\?[\"']?[ \\t]*:[ \\t]*(\\\\?[\"'])?");

    private static final Pattern SCHEME_OF_HEADER = Pattern.compile(
            "\\b(Bearer[ \\t]+)(?!tokens?\\b|auth)[^\\s\"',;]{6,}"
                    + "|\\b(Basic[ \\t]+)(?=[a-zA-Z+/]*[0-9=])[\\w+/]{4,}=*",
            Pattern.CASE_INSENSITIVE);

    /** A parameter of a query whose name is too general to mean a secret elsewhere. */
    private static final Pattern QUERY =
            Pattern.compile("([?&](?:key|code|auth)=)[^&\\s\"'#]+", Pattern.CASE_INSENSITIVE);

    /** An option of a program in a command, with its value as the next word. */
    private static final Pattern FLAG =
            Pattern.compile("(?<=^|\\s)(--?[\\w.-]+)([ \\t]+)(?!-)(\"[^\"]*\"|'[^']*'|[^\\s;|&]+)");

    /** A user with a password as curl gets it. */
    private static final Pattern USER_FLAG =
            Pattern.compile("((?:^|\\s)(?:-u|--user|-U|--proxy-user)(?:[ \\t]+|=)?[\"']?)"
                    + "(?!\\w+://|\\d+:\\d+\\b)((?<=\")[^\":]+:[^\"]+|(?<=')[^':]+:[^']+|[^\\s\"':]+:[^\\s\"']+)");

    private static final Pattern SSHPASS = Pattern.compile("(\\bsshpass[ \\t]+-p[ \\t]*)(\"[^\"]*\"|'[^']*'|\\S+)");

    private static final Pattern PRIVATE_KEY = Pattern.compile(
            "-----BEGIN [A-Z ]*PRIVATE KEY-----(?=(?:\\s|\\\\[nr])*(?:[\\w+/=]{4}|Proc-Type))"
                    + ".*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)",
            Pattern.DOTALL);

    /** A token that is signed as JSON. */
    private static final Pattern JSON_TOKEN = Pattern.compile("\\beyJ[\\w-]{8,}\\.[\\w-]{4,}\\.[\\w-]*");

    /** A name in quotes up to its value, as in JSON. */
    private static final Pattern JSON_NAME = Pattern.compile("(\\\\?[\"'])([\\w.-]{1,200})\\1[ \\t]*:[ \\t]*");

    private static final String QUOTED = "\\\\\"(?:(?!\\\\\").)*+\\\\\"|\"(?:\\\\.|[^\"\\\\])*+\"|'[^']*'";

    /** A value: in quotes, or up to a blank or the next name. */
    private static final Pattern VALUE = Pattern.compile(
            QUOTED + "|(?:(?![;,]\\s*[\"']?[\\w.$-]{1,200}[\"']?\\s*[=:]|;+(?:\\s|$))"
                    + "(?:[^\\s&\"'\\\\]|[\"'\\\\](?=\\w)))++",
            Pattern.DOTALL);

    /** A login configuration up to its semicolon. */
    private static final Pattern LOGIN = Pattern.compile("(?:" + QUOTED + "|[^;\\n])++;?");

    private static final String KEY = Long.toHexString(new SecureRandom().nextLong());

    private static final int MAX_NAME = 200;

    /** Shorter pieces of a secret are found in texts that have nothing to do with it. */
    private static final int MIN_PIECE = 4;

    private Secrets() {}

    /** Returns whether a property of this name, or an argument that sets it, contains a secret. */
    public static boolean isSecret(String name) {
        return SECRET.matcher(name).find() && !ABOUT_SECRET.matcher(name).matches();
    }

    /**
     * Returns the value of a client's or a topic's property for results: hidden if it is a secret, and if no driver
     * documents the property, because it may be the secret of a plug-in.
     *
     * @param documented as {@link DriverFactory#documentedProperties}; empty: only the name decides
     */
    public static String ofProperty(String name, String value, Set<String> documented) {
        boolean unknown = !documented.isEmpty()
                && !documented.contains(name)
                && !PROVIDERS.matcher(name).matches();
        return unknown ? HIDDEN : withoutSecret(name, value);
    }

    /** Returns the value of a field of workload or driver files, such as {@code keys.cardinality}, for results. */
    public static String ofField(String path, String value, Set<String> documented) {
        Matcher property = PROPERTY_PATH.matcher(path);
        return property.matches() ? ofProperty(property.group(1), value, documented) : withoutSecret(path, value);
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
        return text(isFile ? FIELD_OF_LINE.matcher(value).replaceAll("$1 " + Matcher.quoteReplacement(HIDDEN)) : value);
    }

    /** Returns a word of a command line: everything after the {@code =} of a secret is hidden, in all layers. */
    public static String word(String word) {
        for (int sign = word.indexOf('='); sign >= 0; sign = word.indexOf('=', sign + 1)) {
            if (isSecret(nameBefore(sign, word, 0))) {
                return text(word.substring(0, sign)) + "=" + HIDDEN;
            }
        }
        return text(word);
    }

    /** Returns a driver's configuration for results. */
    public static DriverConfig shown(DriverFactory factory, DriverConfig config) {
        Set<String> documented = factory.documentedProperties();
        BiFunction<String, String, String> property = (name, value) -> ofProperty(name, value, documented);
        ClientConfig clients = config.clients();
        return new DriverConfig(
                config.name(),
                config.driver(),
                new TopicConfig(
                        config.topics().replicationFactor(),
                        config.topics().reset(),
                        config.topics().namePrefix(),
                        config.topics().creationLimitMillis(),
                        each(config.topics().properties(), property)),
                each(config.clusterConfig(), Secrets::withoutSecret),
                new ClientConfig(
                        each(clients.common(), property),
                        each(clients.producer(), property),
                        each(clients.consumer(), property)),
                each(config.settings(), Secrets::withoutSecret),
                config.brokerMetrics());
    }

    /** Returns a client's settings for results. */
    public static ClientSettings shown(DriverFactory factory, ClientSettings settings) {
        Set<String> documented = factory.documentedProperties();
        BiFunction<String, String, String> property = (name, value) -> ofProperty(name, value, documented);
        return new ClientSettings(
                settings.client(),
                each(settings.topic(), property),
                each(settings.producer(), property),
                each(settings.consumer(), property));
    }

    private static SortedMap<String, String> each(
            Map<String, String> properties, BiFunction<String, String, String> shown) {
        var each = new TreeMap<>(properties);
        each.replaceAll(shown);
        return each;
    }

    /**
     * Returns the secrets of a configuration, longest first, for {@link #without}: the hidden values, and the parts of
     * these that are secrets of their own, such as the password in a login configuration.
     */
    public static List<String> of(DriverFactory factory, DriverConfig config) {
        DriverConfig shown = shown(factory, config);
        Set<String> found = new TreeSet<>();
        add(config.topics().properties(), shown.topics().properties(), found);
        add(config.clusterConfig(), shown.clusterConfig(), found);
        add(config.clients().common(), shown.clients().common(), found);
        add(config.clients().producer(), shown.clients().producer(), found);
        add(config.clients().consumer(), shown.clients().consumer(), found);
        add(config.settings(), shown.settings(), found);
        return found.stream()
                .filter(value -> value.length() >= MIN_PIECE)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    private static void add(Map<String, String> properties, Map<String, String> shown, Set<String> found) {
        properties.forEach((name, value) -> {
            if (value.equals(shown.get(name))) {
                return;
            }
            // A number of an unknown property may be anywhere.
            if (HIDDEN.equals(shown.get(name))
                    && (isSecret(name) || !value.strip().matches("[0-9.]*|true|false"))) {
                found.add(value.strip());
                // Of a user with a password.
                found.add(value.substring(value.indexOf(':') + 1).strip());
            }
            pieces(value).forEach(found::add);
        });
    }

    /** Returns the secrets inside a value: those after a name, and passwords in addresses. */
    private static Stream<String> pieces(String value) {
        List<String> pieces = new ArrayList<>();
        replaceAssigned(value, (name, text) -> {
            String plain = text.replaceAll("^\\\\?[\"']|\\\\?[\"'];?$", "");
            if (!name.toLowerCase(Locale.ROOT).contains("jaas")) {
                pieces.add(plain);
            }
        });
        for (Pattern address : List.of(USER_INFO, BARE_USER_INFO)) {
            address.matcher(value).results().map(MatchResult::group).forEach(user -> {
                String bare = user.replaceFirst("^.*?://", "");
                pieces.add(bare.substring(bare.indexOf(':') + 1, bare.length() - 1));
            });
        }
        return pieces.stream();
    }

    /** Returns a text without known secrets, and without those that {@link #text} finds. */
    public static String without(Collection<String> secrets, String text) {
        String rest = text;
        for (String secret : secrets) {
            rest = rest.replace(secret, HIDDEN);
        }
        return text(rest);
    }

    /**
     * Returns a mark of a secret, which differs for another secret. It is made with a random key of this process: the
     * secret cannot be guessed from it.
     */
    public static String mark(String secret) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest((KEY + secret).getBytes(StandardCharsets.UTF_8));
            return HIDDEN + " " + HexFormat.of().formatHex(hash, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns the output of a program without known secrets, those of files in it, and those that {@link #text} finds. */
    public static String withoutLines(Collection<String> secrets, String text) {
        return without(secrets, LINE_OF_FILE.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN)));
    }

    /**
     * Returns a text without the secrets that can be found in it: users and passwords of addresses, values after names
     * that {@link #isSecret}, headers that authorize, signatures in queries, tokens and private keys. Costs time in
     * proportion to the length of the text.
     */
    public static String text(String text) {
        String rest = text;
        if (rest.contains("PRIVATE KEY-----")) {
            rest = PRIVATE_KEY.matcher(rest).replaceAll(Matcher.quoteReplacement(HIDDEN));
        }
        if (rest.contains("eyJ")) {
            rest = JSON_TOKEN.matcher(rest).replaceAll(Matcher.quoteReplacement(HIDDEN));
        }
        if (rest.indexOf(':') >= 0) {
            rest = withoutHeaders(rest);
            rest = withoutJsonValues(rest);
        }
        if (rest.indexOf(' ') >= 0) {
            rest = SCHEME_OF_HEADER
                    .matcher(rest)
                    .replaceAll(scheme -> Matcher.quoteReplacement(
                            (scheme.group(1) == null ? scheme.group(2) : scheme.group(1)) + HIDDEN));
        }
        if (rest.indexOf('=') >= 0) {
            rest = QUERY.matcher(rest).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
            rest = replaceAssigned(rest, (name, value) -> {});
        }
        if (rest.indexOf('-') >= 0) {
            rest = withoutFlags(rest);
        }
        if (rest.indexOf('@') >= 0) {
            rest = USER_INFO.matcher(rest).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN) + "@");
            rest = BARE_USER_INFO.matcher(rest).replaceAll(Matcher.quoteReplacement(HIDDEN) + "@");
        }
        return rest;
    }

    /** Hides the values of headers: up to the quotes around them, otherwise the rest of the line. */
    private static String withoutHeaders(String text) {
        var rest = new StringBuilder();
        int done = 0;
        Matcher header = HEADER.matcher(text);
        while (header.find()) {
            Matcher before = BEFORE_HEADER_VALUE.matcher(text).region(header.end(), text.length());
            if (header.start() < done
                    || !before.lookingAt()
                    || before.end() == text.length()
                    || text.startsWith(HIDDEN, before.end())) {
                continue;
            }
            char outer = header.start() == 0 ? ' ' : text.charAt(header.start() - 1);
            String inner = before.group(1);
            char quote = inner != null ? inner.charAt(inner.length() - 1) : outer;
            int end = "\"'".indexOf(quote) >= 0 ? text.indexOf(quote, before.end()) : text.indexOf('\n', before.end());
            end = end < 0 ? text.length() : end;
            rest.append(text, done, before.end()).append(HIDDEN);
            done = text.charAt(end - 1) == '\\' ? end - 1 : end;
        }
        return done == 0 ? text : rest.append(text, done, text.length()).toString();
    }

    private static String withoutJsonValues(String text) {
        var rest = new StringBuilder();
        int done = 0;
        Matcher name = JSON_NAME.matcher(text);
        while (name.find()) {
            Matcher value = VALUE.matcher(text).region(name.end(), text.length());
            if (name.start() >= done
                    && isSecret(name.group(2))
                    && !text.startsWith(HIDDEN, name.end())
                    && value.lookingAt()) {
                String quote = value.group().matches("(?s)\\\\?[\"'].*") ? name.group(1) : "";
                rest.append(text, done, name.end()).append(quote).append(HIDDEN).append(quote);
                done = value.end();
            }
        }
        return done == 0 ? text : rest.append(text, done, text.length()).toString();
    }

    private static String withoutFlags(String text) {
        String rest = USER_FLAG.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
        rest = SSHPASS.matcher(rest).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
        return FLAG.matcher(rest)
                .replaceAll(flag -> Matcher.quoteReplacement(
                        isSecret(flag.group(1)) ? flag.group(1) + flag.group(2) + HIDDEN : flag.group()));
    }

    /** Receives a name and its value. */
    private interface Assigned {
        void take(String name, String value);
    }

    /**
     * Hides the values in {@code name=value} whose names are those of secrets. Looks for the sign first: a pattern that
     * begins with the name would take quadratic time on a long word.
     */
    private static String replaceAssigned(String text, Assigned found) {
        var rest = new StringBuilder();
        int done = 0;
        for (int sign = text.indexOf('='); sign >= 0; sign = text.indexOf('=', sign + 1)) {
            if (sign < done) {
                continue;
            }
            String name = nameBefore(sign, text, done);
            if (!name.isEmpty() && isSecret(name)) {
                int begin = sign + 1;
                while (begin < text.length() && (text.charAt(begin) == ' ' || text.charAt(begin) == '\t')) {
                    begin++;
                }
                Matcher value =
                        (name.contains("jaas") ? LOGIN : VALUE).matcher(text).region(begin, text.length());
                if (!text.startsWith(HIDDEN, begin)
                        && value.lookingAt()
                        && !value.group().startsWith("=")) {
                    found.take(name, value.group());
                    rest.append(text, done, begin).append(HIDDEN);
                    done = value.end();
                }
            }
        }
        return done == 0 ? text : rest.append(text, done, text.length()).toString();
    }

    /** Returns the name that ends before a sign, with blanks and the end of quotes between them. */
    private static String nameBefore(int sign, String text, int limit) {
        int end = sign;
        while (end > limit && " \t\"'\\".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        int begin = end;
        while (begin > limit && end - begin < MAX_NAME && isOfName(text.charAt(begin - 1))) {
            begin--;
        }
        return text.substring(begin, end);
    }

    private static boolean isOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-' || c == '$';
    }
}
