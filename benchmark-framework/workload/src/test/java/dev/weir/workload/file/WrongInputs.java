package dev.weir.workload.file;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Tables of wrong inputs and of the texts that a person reads. */
final class WrongInputs {
    /** The first three lines of a workload file. */
    static final String TOPICS = "topics: 1\npartitionsPerTopic: 4\nproducersPerTopic: 2\n";

    private WrongInputs() {}

    /**
     * Returns the rows of a table. A row is an input with escapes such as {@code \n}, an arrow, and the expected text. An
     * indented line continues its row.
     *
     * @param before what each input follows
     */
    static Stream<Arguments> rows(String before, String table) {
        return table.replaceAll("\n +", " ").lines().map(row -> {
            String[] inputAndText = row.split("(^| )=> ", 2);
            return Arguments.of(before + inputAndText[0].translateEscapes() + "\n", inputAndText[1]);
        });
    }
}
