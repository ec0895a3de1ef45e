package dev.weir.host.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ToolVersionTest {
    @Test
    void namesTheCommitThatItWasBuiltFrom() {
        assumeTrue(Files.exists(Path.of("..", "..", ".git")), "these sources came without their repository");

        assertThat(ToolVersion.text()).matches("\\S+ [0-9a-f]{7,}.*");
    }
}
