package dev.weir.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.CommandTest;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bundles of other people that are larger than any of Weir's: nothing of them is written, and no memory is filled. */
@Tag("slow")
class HostileBundleTest extends CommandTest {
    private Path bundle = Path.of("");

    @BeforeEach
    void nameBundle() {
        bundle = folder.resolve("bundle.zip");
    }

    @Test
    void refusesAManifestThatWouldFillTheMemory() throws IOException {
        write("manifest.json", 48 << 20);

        isRefused("manifest.json has 50331648 bytes, and in a bundle it has 33554432 at most");
    }

    @Test
    void refusesMoreEntriesThanAnyBundleHas() throws IOException {
        // Without a buffer, each byte of the entries' headers would be a call of the kernel.
        try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(bundle)))) {
            zip.setMethod(ZipOutputStream.STORED);
            for (int i = 0; i < 70_000; i++) {
                var empty = new ZipEntry("results/" + i + ".json");
                empty.setSize(0);
                empty.setCrc(0);
                zip.putNextEntry(empty);
            }
        }

        assertThat(execute("verify", bundle)).isNotZero();
        assertThat(out.toString() + err).contains("it has 70000 entries, and a bundle has 65536 at most");
    }

    @Test
    void refusesFilesThatWouldFillTheDisk() throws IOException {
        write("results/a.hlog", 300 << 20);

        isRefused("its files have 314572800 bytes");
    }

    /** The directory of the archive says that the file is small. */
    @Test
    void writesNotMoreOfAFileThanTheDirectorySays() throws IOException {
        write("results/a.hlog", 200_000);
        byte[] bytes = Files.readAllBytes(bundle);
        int directory = indexOf(bytes, new byte[] {'P', 'K', 1, 2});
        bytes[directory + 24] = 10;
        bytes[directory + 25] = 0;
        bytes[directory + 26] = 0;
        Files.write(bundle, bytes);

        assertThat(execute("verify", bundle)).isNotZero();
        assertThat(out.toString() + err).doesNotContain("OutOfMemoryError").doesNotContain("Weir failed");
    }

    @Test
    void refusesANameOfVeryManyFolders() throws IOException {
        write("a/".repeat(30_000) + "b", 1);

        isRefused("it has an entry that no bundle has");
    }

    private void isRefused(String because) throws IOException {
        Path into = folder.resolve("into");

        assertThat(execute("verify", bundle)).isNotZero();
        assertThat(out.toString() + err).contains(because);
        assertThat(execute("rerun", "--local", "--into", into, bundle)).isEqualTo(2);
        assertThat(out.toString() + err).contains(because);
        assertThat(into).doesNotExist();
    }

    private void write(String name, int bytes) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(bundle))) {
            zip.putNextEntry(new ZipEntry(name));
            copies(zip, bytes);
        }
    }

    private static void copies(OutputStream to, int bytes) throws IOException {
        byte[] block = " ".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
        for (int left = bytes; left > 0; left -= block.length) {
            to.write(block, 0, Math.min(left, block.length));
        }
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int i = 0; i <= bytes.length - part.length; i++) {
            if (Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        throw new AssertionError("the archive has no directory");
    }
}
