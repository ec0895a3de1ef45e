package dev.weir.driver.kafka.config;

import static java.util.Map.entry;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.security.auth.login.LoginException;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.DelegationTokenExpiredException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.IllegalSaslStateException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidGroupIdException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidRequiredAcksException;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnreleasedInstanceIdException;
import org.apache.kafka.common.errors.UnsupportedAssignorException;
import org.apache.kafka.common.errors.UnsupportedCompressionTypeException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * What a person can do about failures of Kafka's clients that come again however often the call is repeated.
 *
 * <p>A list, because Kafka's own distinction does not fit: many exceptions that are not a {@code RetriableException} pass
 * when a member joins again, a producer gets another epoch, or a broker has started.
 */
public final class FailureRemedy {
    private static final String INSTANCE =
            "give each consumer a group.instance.id of its own with {consumer}, such as weir-{consumer}";

    /**
     * Remedies by exception: of its class, or of the nearest of its superclasses that has one. {@link
     * IllegalStateException} is among them, because the client throws it at each call, before anything is sent.
     */
    private static final Map<Class<?>, String> PERMANENT = Map.ofEntries(
            entry(
                    RecordTooLargeException.class,
                    "make messages smaller, or raise max.request.size and buffer.memory in producerConfig and"
                            + " max.message.bytes in topicConfig"),
            entry(
                    RecordBatchTooLargeException.class,
                    "lower batch.size in producerConfig, or raise segment.bytes in topicConfig"),
            entry(
                    InvalidRecordException.class,
                    "the topic refuses these messages: give them keys if it is compacted, and check what else the"
                            + " brokers require of a message, such as a schema"),
            entry(
                    InvalidTimestampException.class,
                    "set the clocks of workers and brokers, and check message.timestamp.before.max.ms and"
                            + " message.timestamp.after.max.ms of the topic"),
            entry(
                    UnsupportedCompressionTypeException.class,
                    "choose a compression.type in producerConfig that these brokers support"),
            entry(UnsupportedForMessageFormatException.class, "use a topic with the current message format"),
            entry(PolicyViolationException.class, "change the value that the policy of these brokers refuses"),
            entry(SerializationException.class, "remove interceptors and serializers that change messages"),
            entry(
                    TopicAuthorizationException.class,
                    "grant this user the rights Create, Describe, Write, Read and Delete on the topics of runs"),
            entry(
                    GroupAuthorizationException.class,
                    "grant this user the rights Describe, Read and Delete on the groups of runs"),
            entry(
                    TransactionalIdAuthorizationException.class,
                    "grant this user the rights Describe and Write on the transactional ids of runs"),
            entry(
                    ClusterAuthorizationException.class,
                    "grant this user the rights Create, Describe and IdempotentWrite on the cluster"),
            entry(AuthorizationException.class, "grant this user the missing right"),
            entry(
                    UnsupportedSaslMechanismException.class,
                    "set sasl.mechanism in commonConfig to a mechanism that the brokers have enabled, and"
                            + " sasl.jaas.config to its login module"),
            entry(
                    IllegalSaslStateException.class,
                    "the port demands no login: set security.protocol in commonConfig to PLAINTEXT or SSL, or use"
                            + " the port for SASL"),
            entry(
                    SaslAuthenticationException.class,
                    "correct the user name and the password in sasl.jaas.config in commonConfig, or create the"
                            + " user at the brokers with this sasl.mechanism"),
            entry(AuthenticationException.class, "check sasl.* and ssl.* in commonConfig"),
            entry(LoginException.class, "correct sasl.jaas.config in commonConfig"),
            entry(DelegationTokenExpiredException.class, "renew the delegation token"),
            entry(FencedInstanceIdException.class, INSTANCE),
            entry(UnreleasedInstanceIdException.class, INSTANCE),
            entry(
                    InvalidTxnTimeoutException.class,
                    "lower transaction.timeout.ms in producerConfig, or raise transaction.max.timeout.ms of the"
                            + " brokers"),
            entry(
                    InvalidSessionTimeoutException.class,
                    "set session.timeout.ms in consumerConfig to a value between group.min.session.timeout.ms and"
                            + " group.max.session.timeout.ms of the brokers"),
            entry(
                    GroupMaxSizeReachedException.class,
                    "use fewer consumers in a subscription, or raise the greatest size of a group of the brokers"),
            entry(
                    InconsistentGroupProtocolException.class,
                    "use the same partition.assignment.strategy for all consumers of a group"),
            entry(
                    UnsupportedAssignorException.class,
                    "choose a group.remote.assignor in consumerConfig that these brokers have"),
            entry(InvalidGroupIdException.class, "choose a group name that these brokers accept"),
            entry(
                    InvalidOffsetException.class,
                    "set auto.offset.reset in consumerConfig to earliest or latest, or remove it"),
            entry(InvalidTopicException.class, "choose a topic name that these brokers accept"),
            entry(InvalidRequiredAcksException.class, "set acks in producerConfig to 0, 1 or all"),
            entry(
                    InvalidReplicationFactorException.class,
                    "set replicationFactor in the driver file to at most the number of brokers"),
            entry(InvalidConfigurationException.class, "change the value that these brokers refuse"),
            entry(SecurityDisabledException.class, "remove what needs rights, or set up an authorizer at the brokers"),
            entry(
                    UnsupportedVersionException.class,
                    "these brokers lack a feature that the driver file or the workload uses: remove it, or use"
                            + " newer brokers"),
            entry(ConfigException.class, "correct the property in the driver file"),
            entry(IllegalStateException.class, "remove properties from the driver file that this use does not allow"));

    /**
     * Causes of failed handshakes: by their text, because most of them share an exception of the JDK. Kafka wraps them
     * into an {@link SslAuthenticationException}.
     */
    private static final List<Map.Entry<Pattern, String>> HANDSHAKES = List.of(
            entry(
                    Pattern.compile("CertificateExpired|NotAfter"),
                    "a certificate of the brokers has expired, or the clock of this host is wrong: renew the"
                            + " certificate, or set the clock"),
            entry(
                    Pattern.compile("CertificateNotYetValid|NotBefore"),
                    "a certificate of the brokers is not valid yet: set the clock of this host, or of the host that"
                            + " made the certificate"),
            entry(
                    Pattern.compile("No subject alternative|No name matching"),
                    "the certificate is for other names: use one of these names in bootstrap.servers and in"
                            + " advertised.listeners of the brokers, or make a certificate for this name"),
            entry(
                    Pattern.compile(
                            "unable to find valid certification path|PKIX|Path does not chain|signature check failed"),
                    "this host does not trust the certificate: put its authority into ssl.truststore.location in"
                            + " commonConfig"),
            entry(
                    Pattern.compile(
                            "certificate_required|bad_certificate|certificate_unknown|unknown_ca|certificate_expired"),
                    "the brokers refuse the certificate of this client, or demand one: set ssl.keystore.location in"
                            + " commonConfig to one that they trust"),
            entry(
                    Pattern.compile("protocol_version|handshake_failure|No appropriate protocol|no cipher suites"),
                    "the two ends have no version or cipher of TLS in common, or the brokers demand a certificate:"
                            + " check ssl.enabled.protocols, ssl.cipher.suites and ssl.keystore.location in commonConfig"),
            entry(
                    Pattern.compile("Unsupported or unrecognized SSL message"),
                    "the port does not use TLS: set security.protocol to PLAINTEXT or SASL_PLAINTEXT"));

    private FailureRemedy() {}

    private static Optional<String> ofHandshake(Throwable failure) {
        if (FailureText.chain(failure).stream()
                .noneMatch(each -> each instanceof SslAuthenticationException || each instanceof SSLException)) {
            return Optional.empty();
        }
        String text = FailureText.chain(failure).toString();
        return HANDSHAKES.stream()
                .filter(cause -> cause.getKey().matcher(text).find())
                .map(Map.Entry::getValue)
                .findFirst()
                .or(() -> Optional.of("check ssl.* in commonConfig and at the brokers"));
    }

    private static Optional<String> ofKeyFile(Throwable failure) {
        String text = FailureText.chain(failure).toString();
        if (text.contains("password was incorrect")) {
            return Optional.of(
                    "correct ssl.truststore.password, ssl.keystore.password and ssl.key.password in commonConfig");
        }
        return text.contains("Failed to load SSL keystore") || text.contains("Failed to load PEM SSL keystore")
                ? Optional.of("check the file, and that ssl.truststore.type and ssl.keystore.type fit it")
                : Optional.empty();
    }

    /** Returns what to do about a failure that is, or was caused by, one that no repetition mends; otherwise empty. */
    public static Optional<String> ofPermanent(Throwable failure) {
        return ofHandshake(failure).or(() -> ofKeyFile(failure)).or(() -> ofType(failure));
    }

    private static Optional<String> ofType(Throwable failure) {
        for (Throwable each : FailureText.chain(failure)) {
            for (Class<?> type = each.getClass(); type != Throwable.class; type = type.getSuperclass()) {
                if (PERMANENT.containsKey(type)) {
                    return Optional.of(PERMANENT.get(type));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the text of a failure with all its causes, and what to do if that is known. */
    public static String text(Throwable failure) {
        return FailureText.of(failure)
                + ofPermanent(failure).map(remedy -> "; " + remedy).orElse("");
    }

    /** Opens a client; the exception of a failure states what to do about it. */
    public static <T> T opened(DriverConfig config, String what, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (KafkaException e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            String why = String.valueOf(reason.getMessage()).startsWith("No resolvable bootstrap urls")
                    ? "this host cannot resolve any of the names; check them"
                    : text(reason);
            throw new DriverException(ConfigValues.redacted(what + " cannot be opened: " + why, config), reason);
        }
    }
}
