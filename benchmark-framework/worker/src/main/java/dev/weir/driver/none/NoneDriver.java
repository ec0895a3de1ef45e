package dev.weir.driver.none;

import dev.weir.driver.Driver;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.RunMark;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.client.ReceiveListener;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.durability.Guarantee;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.transaction.TransactionSupport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/** The topics of this JVM with the settings of a driver file. The last driver that is closed deletes them. */
final class NoneDriver implements Driver {
    private static final Map<String, Topic> TOPICS = new ConcurrentSkipListMap<>();
    private static final Set<String> MARKS = ConcurrentHashMap.newKeySet();
    private static final Set<NoneDriver> OPEN = new HashSet<>();

    private final NoneSettings settings;

    NoneDriver(NoneSettings settings) {
        this.settings = settings;
        synchronized (OPEN) {
            OPEN.add(this);
        }
    }

    private static void delete(Collection<String> names) {
        names.stream().map(TOPICS::remove).filter(Objects::nonNull).forEach(Topic::close);
    }

    static Topic topic(String name) {
        Topic topic = TOPICS.get(name);
        if (topic == null) {
            throw new DriverException("there is no topic " + name);
        }
        return topic;
    }

    static Topic topic(String name, int partitions) {
        Topic topic = topic(name);
        if (topic.partitions != partitions) {
            throw new DriverException(
                    "topic " + name + " has " + topic.partitions + " partitions, expected " + partitions);
        }
        return topic;
    }

    @Override
    public Admin openAdmin() {
        return new NoneAdmin(settings);
    }

    @Override
    public Producer openProducer(ProducerSpec spec, SendListener listener) {
        return new NoneProducer(topic(spec.topic(), spec.partitions()), listener, settings);
    }

    @Override
    public Consumer openConsumer(ConsumerSpec spec, ReceiveListener listener) {
        return new NoneConsumer(spec, topic(spec.topic(), spec.partitions()), listener);
    }

    @Override
    public Optional<TransactionSupport> transactions() {
        return Optional.of((spec, listener) -> new NoneTransactionalProducer(spec, listener, settings));
    }

    @Override
    public Optional<ReaderSupport> reads() {
        return Optional.of(spec -> new NoneReader(spec, topic(spec.topic()), false));
    }

    /** It loses and repeats only the messages of its faults. */
    @Override
    public Guarantee guarantee() {
        return Guarantee.EXACTLY_ONCE;
    }

    @Override
    public void close() {
        synchronized (OPEN) {
            if (OPEN.remove(this) && OPEN.isEmpty()) {
                delete(TOPICS.keySet());
            }
        }
    }

    /** Creates and deletes topics at once; the deadlines are never needed. */
    private record NoneAdmin(NoneSettings settings) implements Admin {
        @Override
        public void createTopics(List<TopicSpec> specs, Duration deadline, IntConsumer progress) {
            List<String> created = new ArrayList<>();
            for (TopicSpec spec : specs) {
                var topic = new Topic(spec.name(), spec.partitions(), settings);
                if (TOPICS.putIfAbsent(spec.name(), topic) != null) {
                    topic.close();
                    delete(created);
                    throw new DriverException("topic " + spec.name() + " exists already");
                }
                created.add(spec.name());
                progress.accept(created.size());
            }
        }

        @Override
        public void deleteTopics(Collection<String> names, Duration deadline) {
            delete(names);
        }

        @Override
        public List<String> topicsWithPrefix(String prefix, Duration deadline) {
            return TOPICS.keySet().stream()
                    .filter(name -> name.startsWith(prefix))
                    .toList();
        }

        @Override
        public RunMark mark(String name, String topic) {
            MARKS.add(name);
            return () -> MARKS.remove(name);
        }

        @Override
        public Map<String, String> mayBeUnderWay(Map<String, List<String>> runs, Duration deadline) {
            return runs.keySet().stream()
                    .filter(MARKS::contains)
                    .collect(Collectors.toMap(mark -> mark, mark -> "its coordinator is active"));
        }

        @Override
        public Map<String, List<LogRange>> logRanges(List<TopicSpec> specs, Duration deadline) {
            return specs.stream()
                    .map(spec -> topic(spec.name(), spec.partitions()))
                    .collect(Collectors.toMap(topic -> topic.name, Topic::logRanges));
        }

        @Override
        public Map<String, Integer> partitions(Collection<String> names, Duration deadline) {
            return TOPICS.values().stream()
                    .filter(topic -> names.contains(topic.name))
                    .collect(Collectors.toMap(topic -> topic.name, topic -> topic.partitions));
        }

        @Override
        public Map<String, String> facts(Duration deadline) {
            return new TreeMap<>(Map.of("system", "none (in memory, inside the worker's process)"));
        }

        @Override
        public void close() {
            // There is nothing to release.
        }
    }

    /** Receives the messages of the partitions that its group assigns to it, on its own thread. */
    private static final class NoneConsumer implements Consumer {
        /** Everything that it waits for wakes it. 10,000 consumers that wake up 10 times a second take two cores. */
        private static final Duration MAX_WAIT = Duration.ofSeconds(10);

        private final int partitions;
        private final ReceiveListener listener;
        private final NoneReader reader;
        private final Thread thread;
        private volatile boolean closing;

        NoneConsumer(ConsumerSpec spec, Topic topic, ReceiveListener listener) {
            this.listener = listener;
            partitions = spec.partitions();
            var group = Optional.of(spec.subscription());
            reader = new NoneReader(new ReaderSpec(spec.clientId(), spec.topic(), group, List.of(), true), topic, true);
            reader.paused = spec.from().paused();
            thread = Topic.thread("none-consumer-" + spec.clientId(), this::run);
            thread.start();
        }

        private void run() {
            try {
                while (!closing) {
                    reader.poll(MAX_WAIT, listener);
                }
            } catch (DriverException e) {
                listener.failed(e, true);
            }
        }

        @Override
        public void pause() {
            reader.paused = true;
        }

        @Override
        public void resume() {
            reader.paused = false;
            reader.wake();
        }

        @Override
        public long[] positions() {
            long[] positions = new long[partitions];
            Arrays.fill(positions, -1);
            reader.share.forEach(cursor -> positions[cursor.partition] = cursor.delivered);
            return positions;
        }

        @Override
        public void close() {
            closing = true;
            reader.wakeUp();
            Topic.join(thread);
            reader.close();
        }
    }
}
