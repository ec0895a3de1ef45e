package dev.weir.result.document;

import java.util.List;

/** Files that a feature keeps beside results, and that are too large for bundles. Any thread. */
public interface PartFiles {
    /** Returns their names as the result states them: they may be missing, and can come from a malicious file. */
    List<String> files(RunDetails details);
}
