package dev.weir.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.result.document.DocumentReader;
import java.util.List;

/**
 * Table of contents of a bundle: {@code manifest.json}.
 *
 * @param format version of this format
 * @param weir version of Weir that made the bundle
 * @param created when, ISO-8601
 * @param price what the hosts cost, in the words of the person who made the bundle; empty if not given
 * @param note what is missing; empty if nothing is
 * @param results names of the result files, in the order of the page
 * @param files all other files of the bundle, in the order of the archive
 * @param leftOut files beside the results that are not in the bundle because of their size
 */
record Manifest(
        int format,
        String weir,
        String created,
        String price,
        String note,
        List<String> results,
        List<ListedFile> files,
        List<ListedFile> leftOut) {
    static final int FORMAT = 1;
    static final String NAME = "manifest.json";

    Manifest {
        results = List.copyOf(results);
        files = List.copyOf(files);
        leftOut = List.copyOf(leftOut);
    }

    /** A file, with the SHA-256 of its content, hexadecimal. */
    record ListedFile(String name, long bytes, String sha256) {}

    String json() {
        return DocumentReader.pretty(this) + "\n";
    }

    static Manifest parse(String json) throws JsonProcessingException {
        return DocumentReader.json().readValue(json, Manifest.class);
    }
}
