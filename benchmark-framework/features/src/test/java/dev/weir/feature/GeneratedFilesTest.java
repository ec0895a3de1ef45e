package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.workload.fields.DriverFields;
import dev.weir.workload.fields.WorkloadFields;
import dev.weir.workload.text.QuantityText;
import dev.weir.workload.yaml.FieldTable;
import dev.weir.workload.yaml.JsonSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

/**
 * Files that are generated from the fields of Weir and of all features. {@code -Dweir.writeGenerated=true} writes them.
 */
class GeneratedFilesTest {
    private static final Path WORKLOADS = Path.of("..", "..", "workloads");

    @Test
    void workloadSchemaAgreesWithTheTable() throws IOException {
        agree(WORKLOADS.resolve("workload.schema.json"), schema(WorkloadFields.TABLE, "Weir workload file", true));
    }

    @Test
    void driverSchemaAgreesWithTheTable() throws IOException {
        agree(WORKLOADS.resolve("driver.schema.json"), schema(DriverFields.TABLE, "Weir driver file", false));
    }

    @Test
    void listOfFieldsAgreesWithTheTable() throws IOException {
        agree(WORKLOADS.resolve("README.md"), FieldPage.of(WorkloadFields.TABLE));
    }

    @Test
    void schemaDescribesRangesDefaultsSpellingsAndWhatIsNotSupported() throws IOException {
        JsonNode schema = new ObjectMapper().readTree(schema(WorkloadFields.TABLE, "Weir workload file", true));
        JsonNode properties = schema.get("properties");

        assertThat(properties.get("sampleRateMillis").toString())
                .isEqualTo("{\"description\":\"length of a reporting interval (ms).\",\"default\":10000,"
                        + "\"type\":[\"integer\",\"string\"],\"minimum\":100,\"maximum\":3600000,\"pattern\":"
                        + new ObjectMapper().writeValueAsString(QuantityText.PATTERN) + "}");
        assertThat(properties.get("producerRate").get("anyOf").toString())
                .startsWith(
                        "[{\"const\":\"max\"},{\"anyOf\":[{\"const\":0},{\"type\":[\"number\",\"string\"],\"minimum\":1.0E-6,\"maximum\":1000000000,");
        assertThat(properties.get("randomTopicNames").get("enum").toString()).isEqualTo("[true]");
        assertThat(properties.get("randomTopicNames").get("description").asText())
                .endsWith("Not supported.");
        assertThat(properties.get("sweep").get("additionalProperties").toString())
                .isEqualTo("{\"type\":\"array\",\"minItems\":1}");
        assertThat(properties.get("keys").get("additionalProperties").asBoolean(true))
                .isFalse();
        assertThat(properties.get("keys").get("properties").get("cardinality").toString())
                .contains("\"default\":10000,\"type\":[\"integer\",\"string\"],\"minimum\":1,\"maximum\":2147483647");
        assertThat(schema.get("allOf").toString())
                .contains("{\"required\":[\"producerRate\"]}")
                .contains("{\"not\":{\"required\":[\"testDuration\",\"testDurationMinutes\"]}}");
    }

    /** Draft 7 is the newest that the YAML language server supports. */
    private static String schema(FieldTable table, String title, boolean closed) throws IOException {
        var schema = new LinkedHashMap<String, Object>();
        schema.put("$schema", "http://json-schema.org/draft-07/schema#");
        schema.put("title", title);
        schema.putAll(JsonSchema.mapping(table, closed));
        var printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        return new ObjectMapper().writer(printer).writeValueAsString(schema) + "\n";
    }

    private static void agree(Path file, String schema) throws IOException {
        if (Boolean.getBoolean("weir.writeGenerated")) {
            Files.writeString(file, schema);
        }
        assertThat(file).as("generated, see the comment of this test").hasContent(schema);
    }
}
