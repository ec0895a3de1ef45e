package dev.weir.driver.kafka.referee;

import dev.weir.driver.config.ClientConfig;
import dev.weir.driver.config.ConfigProblem;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.kafka.config.ClientKind;
import dev.weir.driver.referee.Referee;
import dev.weir.driver.referee.RefereeKind;
import dev.weir.driver.referee.RefereeTask;
import dev.weir.driver.referee.Referees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Kafka's tools, for all systems that support Kafka's protocol. Methods: any thread. */
public final class KafkaReferees implements Referees {

    @Override
    public String name(RefereeKind kind) {
        return tool(kind).name();
    }

    @Override
    public DriverConfig settled(RefereeKind kind, DriverConfig config) {
        Tool tool = tool(kind);
        return new DriverConfig(
                config.name(),
                config.driver(),
                config.topics(),
                config.clusterConfig(),
                new ClientConfig(
                        config.clients().common(),
                        over(config.clients().producer(), tool.fixedForProducer()),
                        over(config.clients().consumer(), tool.fixedForConsumer())),
                config.settings(),
                config.brokerMetrics());
    }

    @Override
    public List<ConfigProblem> problems(RefereeKind kind, DriverConfig config) {
        return tool(kind).problems(config);
    }

    @Override
    public List<String> differences(RefereeTask task, DriverConfig config) {
        List<String> differences = new ArrayList<>(tool(task.kind()).differences(task, config));
        ClientKind client = ClientKind.of(config);
        if (client != ClientKind.KAFKA) {
            differences.add("clients: Weir used " + client.version() + " (client: " + client
                    + "), which leaves out parts of the way; the tool used " + ClientKind.KAFKA.version());
        }
        return differences;
    }

    @Override
    public Referee start(RefereeTask task, DriverConfig config) {
        return ToolProcess.start(tool(task.kind()), task, config);
    }

    /** Returns the name of a tool's main class. */
    public static String main(RefereeKind kind) {
        return "org.apache.kafka.tools." + tool(kind).name();
    }

    /**
     * Returns the arguments of a tool for a task, for a caller that runs it in some other way.
     *
     * @param folder receives the files that the arguments name
     */
    public static List<String> words(RefereeTask task, DriverConfig config, Path folder) throws IOException {
        return tool(task.kind()).words(task, config, folder);
    }

    private static Tool tool(RefereeKind kind) {
        return switch (kind) {
            case PRODUCER -> new ProducerTool();
            case CONSUMER -> new ConsumerTool();
            case SHARE_CONSUMER -> new ShareConsumerTool();
            case END_TO_END -> new EndToEndTool();
        };
    }

    private static Map<String, String> over(Map<String, String> given, Map<String, String> fixed) {
        var all = new TreeMap<>(given);
        all.putAll(fixed);
        return all;
    }
}
