package dev.weir.feature;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.workload.fields.DriverFields;
import dev.weir.workload.fields.WorkloadFields;
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
    void agreeWithTheTables() throws IOException {
        agree("workload.schema.json", schema(WorkloadFields.TABLE, "Weir workload file", true));
        agree("driver.schema.json", schema(DriverFields.TABLE, "Weir driver file", false));
        agree("README.md", introduction() + FieldPage.of(WorkloadFields.TABLE));
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

    /** What people wrote above the tables, with the sentence that names this test. */
    private static String introduction() throws IOException {
        String page = Files.readString(WORKLOADS.resolve("README.md"));
        String last = "(`GeneratedFilesTest`).\n";
        assertThat(page).contains(last);
        return page.substring(0, page.indexOf(last) + last.length());
    }

    private static void agree(String name, String content) throws IOException {
        Path file = WORKLOADS.resolve(name);
        if (Boolean.getBoolean("weir.writeGenerated")) {
            Files.writeString(file, content);
        }
        assertThat(file).as("generated, see the comment of this test").hasContent(content);
    }
}
