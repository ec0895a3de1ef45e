package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.MutableConfigOverride;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.weir.workload.text.Secrets;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Reads result files: Weir's own, and those of OMB, which have only the fields on top. */
public final class DocumentReader {
    /** Raised with each change of a field's meaning after the first release. */
    public static final int SCHEMA_VERSION = 1;

    private static final String VERSION = "schemaVersion";

    private static final JsonMapper MAPPER = mapper();

    private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

    private DocumentReader() {}

    private static JsonMapper mapper() {
        // Texts of any length: Jackson's default limit is below the largest payload in base64.
        var limits = StreamReadConstraints.builder()
                .maxStringLength(Integer.MAX_VALUE)
                .build();
        return JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(limits).build())
                .addModule(new Jdk8Module())
                .addModule(withoutSecrets())
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
                .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE)
                .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
                .withConfigOverride(String.class, DocumentReader::emptyIfAbsent)
                .withConfigOverride(List.class, DocumentReader::emptyIfAbsent)
                .withConfigOverride(Map.class, DocumentReader::emptyIfAbsent)
                .build();
    }

    /** Returns how mappers write texts without the secrets that can be found in them. */
    public static Module withoutSecrets() {
        return new SimpleModule().addSerializer(String.class, new WithoutSecrets());
    }

    private static final class WithoutSecrets extends StdScalarSerializer<String> {
        private static final long serialVersionUID = 1L;

        WithoutSecrets() {
            super(String.class);
        }

        @Override
        public void serialize(String text, JsonGenerator to, SerializerProvider provider) throws IOException {
            to.writeString(Secrets.text(text));
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, String text) {
            return text.isEmpty();
        }
    }

    private static void emptyIfAbsent(MutableConfigOverride type) {
        type.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
    }

    /** Returns a mapper for the records of this package and for texts of any length. */
    public static ObjectMapper json() {
        return MAPPER;
    }

    /** Returns the version of the file; 0 if it is OMB's. */
    public static int version(JsonNode top) {
        return top.path(VERSION).asInt(0);
    }

    /** Returns the message about a file whose version, 0 if it has none, is not the known one. */
    public static String wrongVersion(int version, int known) {
        return (version == 0 ? "has no " + VERSION : "has " + VERSION + " " + version)
                + ", and this version of Weir reads only " + VERSION + " " + known
                + ": use the version of Weir that wrote the file";
    }

    /** Formats a document of Weir's own records, lists, maps, texts and numbers, for people to read. */
    public static String pretty(Object document) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a document of records, texts and numbers can be written as JSON", e);
        }
    }

    /** Returns the value of a document without any field. */
    static <T> T empty(Class<T> type) {
        return MAPPER.convertValue(Map.of(), type);
    }

    /** Returns the fields of a part by their names in the file, in its order; null where a field is empty. */
    public static Map<String, Object> fields(Object part) {
        return MAPPER.convertValue(part, FIELDS);
    }

    /** Returns the problem with a file, and its field, such as {@code weir.workers[0].name}. */
    public static String problem(JsonProcessingException wrong) {
        var path = new StringBuilder();
        if (wrong instanceof JsonMappingException mapping) {
            for (JsonMappingException.Reference each : mapping.getPath()) {
                if (each.getFieldName() == null) {
                    path.append('[').append(each.getIndex()).append(']');
                } else {
                    path.append(path.isEmpty() ? "" : ".").append(each.getFieldName());
                }
            }
        }
        String why = wrong.getOriginalMessage();
        return (path.isEmpty() ? "" : path + ": ")
                + (why.startsWith("Null value for creator property") ? "is missing, or unknown to this version" : why);
    }
}
