package dev.weir.driver.kafka.referee;

import dev.weir.driver.kafka.process.DirectoryTrees;
import dev.weir.driver.kafka.process.OwnerWatch;
import dev.weir.driver.referee.RefereeKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.kafka.tools.ConsumerPerformance;
import org.apache.kafka.tools.EndToEndLatency;
import org.apache.kafka.tools.ProducerPerformance;
import org.apache.kafka.tools.ShareConsumerPerformance;

/** Main class of a tool's process: runs the tool, but ends when its owner ends, and then deletes its files. */
final class ToolMain {
    private ToolMain() {}

    /** Main method; its arguments are the folder of its files, the kind of tool, and the tool's own command line. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        OwnerWatch.begin(() -> abandon(folder));
        String[] words = Arrays.copyOfRange(arguments, 2, arguments.length);
        switch (RefereeKind.valueOf(arguments[1])) {
            case PRODUCER -> ProducerPerformance.main(words);
            case CONSUMER -> ConsumerPerformance.main(words);
            case SHARE_CONSUMER -> ShareConsumerPerformance.main(words);
            case END_TO_END -> EndToEndLatency.main(words);
        }
    }

    private static void abandon(Path folder) {
        try {
            DirectoryTrees.delete(folder);
        } catch (IOException e) {
            // No process is left to report this to.
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }
}
