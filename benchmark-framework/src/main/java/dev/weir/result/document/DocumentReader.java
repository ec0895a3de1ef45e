package dev.weir.result.document;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.MutableConfigOverride;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.List;
import java.util.Map;

/** Reads result files of every schema version: ours are upgraded step by step, OMB's have the fields on top only. */
public final class DocumentReader {
    /** Raised with any change of what a field means; a fixture of each past version keeps reading. */
    public static final int SCHEMA_VERSION = 5;

    private static final String VERSION = "schemaVersion";

    private static final JsonMapper MAPPER = mapper();

    private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

    private DocumentReader() {}

    private static JsonMapper mapper() {
        // Texts of any length: Jackson's own limit is below the largest payload in base64.
        var limits = StreamReadConstraints.builder()
                .maxStringLength(Integer.MAX_VALUE)
                .build();
        return JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(limits).build())
                .addModule(new Jdk8Module())
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

    private static void emptyIfAbsent(MutableConfigOverride type) {
        type.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
    }

    /** Reads and writes the records of this package, and texts of any length. */
    public static ObjectMapper json() {
        return MAPPER;
    }

    /**
     * The tree of a file.
     *
     * @throws JsonProcessingException if the text is not JSON
     */
    public static JsonNode tree(String text) throws JsonProcessingException {
        return MAPPER.readTree(text);
    }

    /** Version of the file with this tree; 0 if it is OMB's. */
    public static int version(JsonNode top) {
        return top.path(VERSION).asInt(0);
    }

    /** Changes a tree of an older version, step by step, into the current one; its {@code schemaVersion} stays. */
    public static void upgrade(ObjectNode top) {
        Upgrades.apply(version(top), top);
    }

    /**
     * The document of an upgraded tree.
     *
     * @param type {@link RunDocument} or {@link SearchDocument}
     * @throws JsonProcessingException if a field has a value that is of another type
     */
    public static <T> T document(JsonNode top, Class<T> type) throws JsonProcessingException {
        return MAPPER.treeToValue(top, type);
    }

    /** What a document without any field is read as. */
    static <T> T empty(Class<T> type) {
        return MAPPER.convertValue(Map.of(), type);
    }

    /** The fields of a part by their names in the file, in its order; null where a field is empty. */
    public static Map<String, Object> fields(Object part) {
        return MAPPER.convertValue(part, FIELDS);
    }

    /** What is wrong with a file, and at which field, such as {@code weir.workers[0].name}. */
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
