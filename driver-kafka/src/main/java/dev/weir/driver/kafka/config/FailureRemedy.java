package dev.weir.driver.kafka.config;

import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.exception.FailureText;
import java.util.List;
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

    /** Subclasses before their superclasses. */
    private static final List<Rule> PERMANENT = List.of(
            new Rule(
                    RecordTooLargeException.class,
                    "make messages smaller, or raise max.request.size and buffer.memory in producerConfig and"
                            + " max.message.bytes in topicConfig"),
            new Rule(
                    RecordBatchTooLargeException.class,
                    "lower batch.size in producerConfig, or raise segment.bytes in topicConfig"),
            new Rule(
                    InvalidRecordException.class,
                    "the topic refuses these messages: give them keys if it is compacted, and check what else the"
                            + " brokers require of a message, such as a schema"),
            new Rule(
                    InvalidTimestampException.class,
                    "set the clocks of workers and brokers, and check message.timestamp.before.max.ms and"
                            + " message.timestamp.after.max.ms of the topic"),
            new Rule(
                    UnsupportedCompressionTypeException.class,
                    "choose a compression.type in producerConfig that these brokers support"),
            new Rule(UnsupportedForMessageFormatException.class, "use a topic with the current message format"),
            new Rule(PolicyViolationException.class, "change the value that the policy of these brokers refuses"),
            new Rule(SerializationException.class, "remove interceptors and serializers that change messages"),
            new Rule(
                    TopicAuthorizationException.class,
                    "grant this user the rights Create, Describe, Write, Read and Delete on the topics of runs"),
            new Rule(
                    GroupAuthorizationException.class,
                    "grant this user the rights Describe, Read and Delete on the groups of runs"),
            new Rule(
                    TransactionalIdAuthorizationException.class,
                    "grant this user the rights Describe and Write on the transactional ids of runs"),
            new Rule(
                    ClusterAuthorizationException.class,
                    "grant this user the rights Create, Describe and IdempotentWrite on the cluster"),
            new Rule(AuthorizationException.class, "grant this user the missing right"),
            new Rule(
                    UnsupportedSaslMechanismException.class,
                    "set sasl.mechanism in commonConfig to a mechanism that the brokers have enabled, and"
                            + " sasl.jaas.config to its login module"),
            new Rule(
                    IllegalSaslStateException.class,
                    "the port demands no login: set security.protocol in commonConfig to PLAINTEXT or SSL, or use the"
                            + " port for SASL"),
            new Rule(
                    SaslAuthenticationException.class,
                    "correct the user name and the password in sasl.jaas.config in commonConfig, or create the user at"
                            + " the brokers with this sasl.mechanism"),
            new Rule(AuthenticationException.class, "check sasl.* and ssl.* in commonConfig"),
            new Rule(LoginException.class, "correct sasl.jaas.config in commonConfig"),
            new Rule(DelegationTokenExpiredException.class, "renew the delegation token"),
            new Rule(FencedInstanceIdException.class, INSTANCE),
            new Rule(UnreleasedInstanceIdException.class, INSTANCE),
            new Rule(
                    InvalidTxnTimeoutException.class,
                    "lower transaction.timeout.ms in producerConfig, or raise transaction.max.timeout.ms of the"
                            + " brokers"),
            new Rule(
                    InvalidSessionTimeoutException.class,
                    "set session.timeout.ms in consumerConfig to a value between group.min.session.timeout.ms and"
                            + " group.max.session.timeout.ms of the brokers"),
            new Rule(
                    GroupMaxSizeReachedException.class,
                    "use fewer consumers in a subscription, or raise the greatest size of a group of the brokers"),
            new Rule(
                    InconsistentGroupProtocolException.class,
                    "use the same partition.assignment.strategy for all consumers of a group"),
            new Rule(
                    UnsupportedAssignorException.class,
                    "choose a group.remote.assignor in consumerConfig that these brokers have"),
            new Rule(InvalidGroupIdException.class, "choose a group name that these brokers accept"),
            new Rule(
                    InvalidOffsetException.class,
                    "set auto.offset.reset in consumerConfig to earliest or latest, or remove it"),
            new Rule(InvalidTopicException.class, "choose a topic name that these brokers accept"),
            new Rule(InvalidRequiredAcksException.class, "set acks in producerConfig to 0, 1 or all"),
            new Rule(
                    InvalidReplicationFactorException.class,
                    "set replicationFactor in the driver file to at most the number of brokers"),
            new Rule(InvalidConfigurationException.class, "change the value that these brokers refuse"),
            new Rule(
                    SecurityDisabledException.class,
                    "remove what needs rights, or set up an authorizer at the brokers"),
            new Rule(
                    UnsupportedVersionException.class,
                    "these brokers lack a feature that the driver file or the workload uses: remove it, or use newer"
                            + " brokers"),
            new Rule(ConfigException.class, "correct the property in the driver file"),
            // Thrown by the client at each call, before anything is sent.
            new Rule(
                    IllegalStateException.class,
                    "remove properties from the driver file that this use does not allow"));

    private FailureRemedy() {}

    private record Rule(Class<? extends Throwable> type, String remedy) {}

    /**
     * Causes of failed handshakes: by their text, because most of them share an exception of the JDK. Kafka wraps them
     * into an {@link SslAuthenticationException}.
     */
    private static final List<Cause> HANDSHAKES = List.of(
            new Cause(
                    "CertificateExpired|NotAfter",
                    "a certificate of the brokers has expired, or the clock of this host is wrong: renew the"
                            + " certificate, or set the clock"),
            new Cause(
                    "CertificateNotYetValid|NotBefore",
                    "a certificate of the brokers is not valid yet: set the clock of this host, or of the host that"
                            + " made the certificate"),
            new Cause(
                    "No subject alternative|No name matching",
                    "the certificate is for other names: use one of these names in bootstrap.servers and in"
                            + " advertised.listeners of the brokers, or make a certificate for this name"),
            new Cause(
                    "unable to find valid certification path|PKIX|Path does not chain|signature check failed",
                    "this host does not trust the certificate: put its authority into ssl.truststore.location in"
                            + " commonConfig"),
            new Cause(
                    "certificate_required|bad_certificate|certificate_unknown|unknown_ca|certificate_expired",
                    "the brokers refuse the certificate of this client, or demand one: set ssl.keystore.location in"
                            + " commonConfig to one that they trust"),
            new Cause(
                    "protocol_version|handshake_failure|No appropriate protocol|no cipher suites",
                    "the two ends have no version or cipher of TLS in common, or the brokers demand a certificate:"
                            + " check ssl.enabled.protocols, ssl.cipher.suites and ssl.keystore.location in commonConfig"),
            new Cause(
                    "Unsupported or unrecognized SSL message",
                    "the port does not use TLS: set security.protocol to PLAINTEXT or SASL_PLAINTEXT"));

    private record Cause(Pattern text, String remedy) {
        Cause(String text, String remedy) {
            this(Pattern.compile(text), remedy);
        }
    }

    private static Optional<String> ofHandshake(Throwable failure) {
        if (FailureText.chain(failure).stream()
                .noneMatch(each -> each instanceof SslAuthenticationException || each instanceof SSLException)) {
            return Optional.empty();
        }
        String text = FailureText.chain(failure).toString();
        return HANDSHAKES.stream()
                .filter(cause -> cause.text.matcher(text).find())
                .map(Cause::remedy)
                .findFirst()
                .or(() -> Optional.of("check ssl.* in commonConfig and at the brokers"));
    }

    private static Optional<String> ofKeyFile(Throwable failure) {
        String text = FailureText.chain(failure).toString();
        return text.contains("password was incorrect")
                ? Optional.of(
                        "correct ssl.truststore.password, ssl.keystore.password and ssl.key.password in commonConfig")
                : text.contains("Failed to load SSL keystore") || text.contains("Failed to load PEM SSL keystore")
                        ? Optional.of("check the file, and that ssl.truststore.type and ssl.keystore.type fit it")
                        : Optional.empty();
    }

    /** Returns what to do about a failure that is, or was caused by, one that no repetition mends; otherwise empty. */
    public static Optional<String> ofPermanent(Throwable failure) {
        return ofHandshake(failure).or(() -> ofKeyFile(failure)).or(() -> ofType(failure));
    }

    private static Optional<String> ofType(Throwable failure) {
        return FailureText.chain(failure).stream()
                .flatMap(each -> PERMANENT.stream().filter(rule -> rule.type.isInstance(each)))
                .map(Rule::remedy)
                .findFirst();
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
