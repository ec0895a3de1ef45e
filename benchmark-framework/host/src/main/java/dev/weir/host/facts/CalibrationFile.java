package dev.weir.host.facts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.weir.host.facts.Calibration.CalibratedHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and writes a host's {@link Calibration} as a JSON document. Any thread. */
public final class CalibrationFile {
    private static final Logger LOG = LoggerFactory.getLogger(CalibrationFile.class);
    private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*: (.+)$");

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private CalibrationFile() {}

    /** Returns the calibration of this host with this CPU and JVM. The log states why an unreadable one is ignored. */
    public static Optional<Calibration> ofThisHost() {
        return ofHost(
                CacheFolder.calibration(),
                new CalibratedHost(Runtime.getRuntime().availableProcessors(), cpuModel(), HostReader.javaName()));
    }

    static Optional<Calibration> ofHost(Path file, CalibratedHost host) {
        try {
            Optional<Calibration> found = Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
            if (found.isPresent() && !found.get().host().equals(host)) {
                LOG.warn(
                        "{} was measured on other cores or another JVM: run bin/benchmark doctor --calibrate again",
                        file);
                return Optional.empty();
            }
            return found;
        } catch (CalibrationException e) {
            LOG.warn("{}", e.getMessage());
            return Optional.empty();
        }
    }

    /** The name of this host's processor, for {@link CalibratedHost#cpuModel}. */
    public static String cpuModel() {
        return HostFiles.OF_THIS_HOST.find("proc/cpuinfo", MODEL).orElse("unknown");
    }

    /**
     * Reads a calibration. Each field is required, and no others are allowed; only the Kafka rate may be null.
     *
     * @throws CalibrationException with the problem and what to do
     */
    public static Calibration read(Path file) {
        try {
            JsonNode fields = MAPPER.readTree(Files.readString(file));
            Calibration calibration = MAPPER.treeToValue(fields, Calibration.class);
            if (calibration == null) {
                throw new CalibrationException(file, "it holds null");
            }
            // Jackson refuses no further fields where some belong to parts.
            if (fields.size() > MAPPER.valueToTree(calibration).size()) {
                throw new CalibrationException(file, "it has fields that are none of a calibration");
            }
            return calibration;
        } catch (NoSuchFileException e) {
            throw new CalibrationException(file, "it does not exist");
        } catch (JsonProcessingException e) {
            // An exception of the record's constructor is wrapped, with its message inside another one.
            String why = e.getCause() instanceof IllegalArgumentException refused
                    ? String.valueOf(refused.getMessage())
                    : e.getOriginalMessage().lines().findFirst().orElse("");
            throw new CalibrationException(file, why);
        } catch (IOException e) {
            throw new CalibrationException(file, e.toString());
        }
    }

    /** Writes a calibration atomically, or leaves an older one unchanged; creates the folder. */
    public static void write(Calibration calibration, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Path draft = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(draft, MAPPER.writeValueAsString(calibration) + "\n");
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** A file is no valid {@link Calibration}; the message is for a person. */
    static final class CalibrationException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CalibrationException(Path file, String why) {
            super(file + " is no calibration: " + why + ": run bin/benchmark doctor --calibrate again");
        }
    }
}
