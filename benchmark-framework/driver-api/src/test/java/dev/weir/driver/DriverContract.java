package dev.weir.driver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.weir.driver.RecordedReceipts.Receipt;
import dev.weir.driver.RecordedSends.Numbers;
import dev.weir.driver.admin.Admin;
import dev.weir.driver.admin.LogRange;
import dev.weir.driver.admin.TopicSpec;
import dev.weir.driver.client.Consumer;
import dev.weir.driver.client.ConsumerSpec;
import dev.weir.driver.client.Producer;
import dev.weir.driver.client.ProducerSpec;
import dev.weir.driver.client.ReadFrom;
import dev.weir.driver.client.Reader;
import dev.weir.driver.client.ReaderSpec;
import dev.weir.driver.client.ReaderSupport;
import dev.weir.driver.client.SendListener;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.exception.DriverException;
import dev.weir.driver.transaction.TransactionException;
import dev.weir.driver.transaction.TransactionSupport;
import dev.weir.driver.transaction.TransactionalProducer;
import dev.weir.driver.transaction.TransactionalSpec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What every driver does, as the SPI's Javadoc says. A driver's test extends this with a system to run against; a
 * consumer must begin at a topic's first message, or be assigned when {@link Driver#openConsumer} returns.
 *
 * <p>Tests of one class, and of several drivers on one system, run beside each other. So a test uses only topics of
 * {@link #topic} and {@link #topicName}, and changes nothing that others see.
 */
@Execution(ExecutionMode.CONCURRENT)
public abstract class DriverContract {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private final String prefix = "contract-" + UUID.randomUUID() + "-";
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<RecordedReceipts> receipts = new ArrayList<>();
    private final List<RecordedSends> infallible = new ArrayList<>();
    private @Nullable Driver openDriver;
    private @Nullable Admin openAdmin;

    /** The driver under test. */
    protected abstract DriverFactory factory();

    /** A configuration whose sends fail within 20 s when the system does not take them. */
    protected abstract DriverConfig config();

    @BeforeEach
    void open() {
        openDriver = opening(factory().open(config()));
        openAdmin = opening(driver().openAdmin());
    }

    @AfterEach
    void close() throws Exception {
        try {
            for (RecordedSends all : infallible) {
                assertThat(all.causes()).isEmpty();
            }
            for (RecordedReceipts all : receipts) {
                assertThat(all.violations()).isEmpty();
                if (!factory().payloadOnly()) {
                    assertThat(all.threads()).hasSizeLessThanOrEqualTo(1);
                }
            }
        } finally {
            while (opened.size() > 2) {
                opened.pop().close();
            }
            admin().deleteTopics(admin().topicsWithPrefix(prefix, DEADLINE), DEADLINE);
            while (!opened.isEmpty()) {
                opened.pop().close();
            }
        }
    }

    @Test
    void findsNothingWrongWithItsOwnConfiguration() {
        assertThat(factory().problems(config())).isEmpty();
    }

    @Test
    void hasWhatItsCapabilitiesPromise() {
        Set<Capability> capabilities = factory().capabilities(config());
        if (capabilities.contains(Capability.SHARE_GROUPS)) {
            assertThat(driver().shares()).isPresent();
        }
        if (capabilities.contains(Capability.CLUSTER_SETTINGS)) {
            assertThat(admin().clusterSettings()).isPresent();
        }
    }

    @Test
    void aFailedCreationLeavesNoTopicAndDeletesNone() {
        assumeMoreThanPayloads();
        String existing = topic("existing", 1);
        String before = topicName("before");
        String after = topicName("z-after");
        assertThatThrownBy(() -> admin().createTopics(
                                List.of(new TopicSpec(before, 1), new TopicSpec(existing, 1), new TopicSpec(after, 1)),
                                DEADLINE))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining(existing);
        // A broker can list topics for a short time after they are deleted.
        awaitUntil(
                "only " + existing + " exists",
                () -> admin().topicsWithPrefix(prefix, DEADLINE).equals(List.of(existing)));
    }

    @Test
    void listsTopicsByPrefixAndDeletesThem() {
        assumeMoreThanPayloads();
        String first = topic("first", 1);
        String second = topic("second", 2);
        assertThat(admin().topicsWithPrefix(prefix, DEADLINE)).containsExactlyInAnyOrder(first, second);
        assertThat(admin().topicsWithPrefix(prefix + "s", DEADLINE)).containsExactly(second);

        admin().deleteTopics(List.of(first, prefix + "never-was"), DEADLINE);
        assertThat(admin().topicsWithPrefix(prefix, DEADLINE)).containsExactly(second);
    }

    @Test
    void statesFactsOfTheSystem() {
        assertThat(admin().facts(DEADLINE)).isNotEmpty().isInstanceOf(SortedMap.class);
    }

    /** The first messages go to each partition of a topic that was just created. */
    @Test
    void acknowledgesEachMessageOnceOnOneThreadWithItsNumbers() {
        var sends = new RecordedSends();
        Producer producer = producer(topic("acks", 3), 3, sends);
        long[] odd = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE};
        for (int i = 0; i < odd.length; i++) {
            producer.send(i % 3, null, bytes("any"), null, odd[i], odd[i] ^ 5, odd[i] ^ 7);
        }
        sendAll(producer, -1, 2, 1000);
        awaitUntil("all acknowledged", () -> sends.resolved() == 1003);
        assertThat(sends.failed()).isEmpty();
        assertThat(sends.acknowledged())
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Arrays.stream(odd).mapToObj(number -> new Numbers(number, number ^ 5, number ^ 7)),
                                IntStream.range(2, 1000).mapToObj(i -> new Numbers(i, i + 1, i + 2)))
                        .toList());
        if (!factory().payloadOnly()) {
            assertThat(sends.acknowledgingThreads()).hasSize(1).doesNotContain(Thread.currentThread());
        }
    }

    @Test
    void honoursThePartitionAndKeepsItsOrder() {
        assumeMoreThanPayloads();
        String topic = topic("order", 3);
        RecordedReceipts received = consumer(topic, 3, "all");
        Producer producer = producer(topic, 3);
        for (int i = 0; i < 3000; i++) {
            send(producer, i % 3, i);
        }
        awaitCount(received, 3000);
        for (int partition = 0; partition < 3; partition++) {
            int expected = partition;
            List<Receipt> own = received.receipts().stream()
                    .filter(receipt -> receipt.partition() == expected)
                    .toList();
            assertThat(numbers(own))
                    .containsExactlyElementsOf(LongStream.range(0, 1000)
                            .mapToObj(i -> i * 3 + expected)
                            .toList());
            assertThat(own).extracting(Receipt::offset).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void sendsTheSameKeyToTheSamePartition() {
        assumeMoreThanPayloads();
        String topic = topic("keys", 5);
        RecordedReceipts received = consumer(topic, 5, "all");
        Producer producer = producer(topic, 5);
        for (int i = 0; i < 100; i++) {
            producer.send(-1, bytes("the key"), number(i), null, i, i, i);
        }
        awaitCount(received, 100);
        assertThat(received.receipts().stream().map(Receipt::partition).distinct())
                .hasSize(1);
    }

    @Test
    void consumersShareAndHandOverPartitionsWithoutLossOrRepetition() {
        assumeMoreThanPayloads();
        String topic = topic("hand-over", 4);
        var first = new RecordedReceipts();
        var second = new RecordedReceipts();
        Producer producer = producer(topic, 4);
        Consumer leaves = consumer(topic, 4, "shared", first);
        awaitUntil("all partitions", () -> assigned(leaves) == 4);
        var sent = new AtomicLong();
        Runnable sendSome = () -> {
            for (int i = 0; i < 20; i++) {
                send(producer, i % 4, sent.getAndIncrement());
            }
        };
        sendSome.run();
        Consumer stays = consumer(topic, 4, "shared", second);
        awaitUntil("two partitions each", () -> {
            sendSome.run();
            return assigned(leaves) == 2 && assigned(stays) == 2;
        });
        awaitUntil("all received", () -> first.count() + second.count() >= sent.get());
        int before = first.count();
        sendSome.run();
        awaitUntil("half of them", () -> first.count() + second.count() >= sent.get());
        assertThat(first.count()).isEqualTo(before + 10);
        leaves.close();
        awaitUntil("all partitions", () -> {
            sendSome.run();
            return assigned(stays) == 4;
        });
        awaitUntil("all received", () -> first.count() + second.count() >= sent.get());
        assertThat(numbers(Stream.concat(first.receipts().stream(), second.receipts().stream())
                        .toList()))
                .containsExactlyInAnyOrderElementsOf(firstNumbers(sent.get()));
    }

    @Test
    void deliversPayloadsAndHeadersOnceWhateverTheKeyAndCopiesTheArraysOfACall() {
        String topic = topic("payloads", 1);
        RecordedReceipts received = consumer(topic, 1, "all");
        Producer producer = producer(topic, 1);
        boolean hasHeaders = !factory().payloadOnly();
        byte[] value = new byte[1000];
        byte[] header = new byte[8];

        for (long i = 0; i < 1000; i++) {
            ByteBuffer.wrap(value).putLong(i);
            ByteBuffer.wrap(header).putLong(-i);
            boolean hasHeader = hasHeaders && i % 3 != 0;
            producer.send(-1, i % 2 == 0 ? null : bytes("key"), value, hasHeader ? header : null, i, i, i);
            Arrays.fill(value, (byte) 0x55);
            Arrays.fill(header, (byte) 0x55);
        }
        producer.send(-1, null, new byte[100_000], null, 1000, 0, 0);
        if (hasHeaders) {
            producer.send(0, null, new byte[0], bytes("empty"), 1001, 0, 0);
        }
        awaitCount(received, hasHeaders ? 1002 : 1001);

        List<Receipt> small = received.receipts().subList(0, 1000);
        List<Receipt> others = received.receipts().subList(1000, received.count());
        assertThat(small).allMatch(receipt -> receipt.value().remaining() == 1000);
        assertThat(others.get(0).value()).isEqualTo(ByteBuffer.allocate(100_000));
        if (hasHeaders) {
            assertThat(others.get(1).value().remaining()).isZero();
            assertThat(others.get(1).header()).contains(ByteBuffer.wrap(bytes("empty")));
        }
        assertThat(numbers(small)).containsExactlyInAnyOrderElementsOf(firstNumbers(1000));
        assertThat(small).allSatisfy(receipt -> {
            long number = receipt.value().getLong(0);
            assertThat(receipt.header().map(bytes -> bytes.getLong(0)))
                    .isEqualTo(hasHeaders && number % 3 != 0 ? Optional.of(-number) : Optional.empty());
        });
        if (hasHeaders) {
            assertThat(numbers(small)).isSorted();
        }
    }

    /** Of one subscription; the other one receives everything meanwhile. */
    @Test
    void pauseAndResumeLoseAndRepeatNothing() {
        String topic = topic("pause", 2);
        var paused = new RecordedReceipts();
        Consumer consumer = consumer(topic, 2, "paused", paused);
        RecordedReceipts control = consumer(topic, 2, "control");
        Producer producer = producer(topic, 2);
        sendAndAwait(producer, control, 0, 100);
        awaitCount(paused, 100);

        consumer.pause();
        // A poll that is under way may still return this round's messages; the next one may not.
        sendAndAwait(producer, control, 100, 200);
        int stopped = paused.count();
        sendAndAwait(producer, control, 200, 300);
        assertThat(paused.count()).isBetween(stopped, 200);
        assertThat(consumer.isAssigned()).isTrue();
        if (!factory().payloadOnly()) {
            assertThat(assigned(consumer)).isEqualTo(2);
        }

        consumer.resume();
        awaitCount(paused, 300);
        for (RecordedReceipts each : List.of(paused, control)) {
            assertThat(numbers(each.receipts())).containsExactlyInAnyOrderElementsOf(firstNumbers(300));
        }
    }

    /** A driver reports the bounds of all logs, or of none. */
    @Test
    void positionsAndTheEndsOfLogsAreTheOffsetsOfTheNextMessages() {
        String topic = topic("positions", 2);
        var received = new RecordedReceipts();
        Consumer consumer = consumer(topic, 2, "all", received);
        Producer producer = producer(topic, 2);
        sendAll(producer, 0, 0, 10);
        sendAll(producer, 1, 10, 30);
        awaitCount(received, 30);
        if (!factory().payloadOnly()) {
            awaitUntil("positions", () -> Arrays.equals(consumer.positions(), new long[] {10, 20}));
            assertThat(received.count()).isEqualTo(30);
        }

        Map<String, List<LogRange>> ranges =
                admin().logRanges(List.of(new TopicSpec(topic, 2)), Duration.ofSeconds(10));
        if (!ranges.isEmpty()) {
            assertThat(ranges).containsOnlyKeys(topic);
            assertThat(ranges.get(topic))
                    .extracting(LogRange::startOffset, LogRange::endOffset, LogRange::localOffset)
                    .containsExactly(tuple(0L, 10L, 0L), tuple(0L, 20L, 0L));
        }
    }

    @Test
    void reportsDrivesOnlyIfAllAreKnown() {
        topic("drives", 1);
        admin().storage(Duration.ofSeconds(10))
                .ifPresent(storage -> assertThat(storage.usableBytes()).isBetween(1L, storage.totalBytes()));
    }

    @Test
    void closingAProducerResolvesWhatItSentAndLaterMessagesFail() {
        var sends = new RecordedSends();
        Producer producer = producer(topic("close", 2), 2, sends);
        sendAll(producer, -1, 0, 2000);
        producer.close();
        assertThat(sends.resolved()).isEqualTo(2000);
        assertThat(sends.failed()).isEmpty();

        send(producer, 0, 42);
        assertThat(sends.failed()).containsExactly(new Numbers(42, 43, 44));
        producer.close();
    }

    @Test
    void aMessageThatTheSystemCannotTakeFailsAndNothingIsThrown() {
        assumeMoreThanPayloads();
        String topic = topic("gone", 1);
        var sends = new RecordedSends();
        Producer producer = producer(topic, 1, sends);
        admin().deleteTopics(List.of(topic), DEADLINE);
        send(producer, 0, 42);
        awaitUntil("resolved", () -> sends.resolved() == 1);
        assertThat(sends.failed()).containsExactly(new Numbers(42, 43, 44));
        assertThat(sends.causes()).doesNotContainNull();
    }

    @Test
    void noListenerIsCalledAfterItsConsumerIsClosed() {
        String topic = topic("left", 1);
        var left = new RecordedReceipts();
        Consumer consumer = consumer(topic, 1, "left", left);
        RecordedReceipts control = consumer(topic, 1, "control");
        Producer producer = producer(topic, 1);
        sendAndAwait(producer, control, 0, 100);
        consumer.close();
        int atClose = left.count();
        sendAndAwait(producer, control, 100, 200);
        assertThat(left.count()).isEqualTo(atClose);
        consumer.close();
    }

    @Test
    void whatIsCommittedIsSeenByReadersAndConsumersInOrder() {
        String topic = topicForReaders("committed", 2);
        Reader reader = reader(topic, 1);
        RecordedReceipts consumed = consumer(topic, 2, "all");
        var sends = new RecordedSends();
        TransactionalProducer producer = transactional("committed", sends);
        for (int transaction = 0; transaction < 3; transaction++) {
            commit(producer, topic, 1, transaction * 10, transaction * 10 + 10);
        }
        RecordedReceipts received = read(reader, firstNumbers(30).toArray(Long[]::new));

        assertThat(received.receipts()).extracting(Receipt::offset).isSorted().doesNotHaveDuplicates();
        assertThat(received.receipts()).extracting(Receipt::partition).containsOnly(1);
        assertThat(received.threads()).containsExactly(Thread.currentThread());
        awaitCount(consumed, 30);
        awaitUntil("all acknowledged", () -> sends.acknowledged().size() == 30);
        if (!factory().payloadOnly()) {
            assertThat(sends.acknowledgingThreads()).hasSize(1).doesNotContain(Thread.currentThread());
        }
    }

    @Test
    void messagesOfATransactionAreAcknowledgedBeforeItIsCommittedAndSeenOnlyThen() {
        String topic = topicForReaders("open", 1);
        Reader reader = reader(topic, 0);
        var sends = new RecordedSends();
        TransactionalProducer producer = transactional("open", sends);
        producer.begin();
        send(producer, topic, 0, 1);
        awaitUntil("acknowledged", () -> sends.acknowledged().size() == 1);
        assertThat(reader.poll(Duration.ofMillis(200), new RecordedReceipts())).isZero();

        producer.commit();
        read(reader, 1L);
    }

    @Test
    void readersOfCommittedMessagesSeeNoAbortedTransaction() {
        String topic = topicForReaders("aborted", 1);
        Reader reader = reader(topic, 0);
        var consumed = new RecordedReceipts();
        receipts.add(consumed);
        opening(driver().openConsumer(
                        new ConsumerSpec(topic + "-c", topic, 1, topic + "-all", ReadFrom.RUN, true, Map.of()),
                        consumed));
        var sends = new RecordedSends();
        TransactionalProducer producer = transactional("aborted", sends);
        for (int i = 0; i < 6; i++) {
            producer.begin();
            send(producer, topic, 0, i);
            if (i % 2 == 0) {
                awaitUntil("resolved", () -> sends.resolved() > 0);
                producer.abort();
            } else {
                producer.commit();
            }
        }
        read(reader, 1L, 3L, 5L);
        awaitCount(consumed, 3);
        assertThat(numbers(consumed.receipts())).containsExactly(1L, 3L, 5L);
        awaitUntil("all resolved", () -> sends.resolved() == 6);
    }

    @Test
    void oneTransactionCanSendToSeveralTopics() {
        String first = topicForReaders("several-1", 1);
        String second = topicForReaders("several-2", 1);
        Reader ofFirst = reader(first, 0);
        Reader ofSecond = reader(second, 0);
        TransactionalProducer producer = transactional("several", new RecordedSends());
        producer.begin();
        send(producer, first, 0, 1);
        send(producer, second, 0, 2);
        producer.commit();

        read(ofFirst, 1L);
        read(ofSecond, 2L);
    }

    @Test
    void aFencedProducerIsAskedToCloseAndItsTransactionIsAborted() {
        String topic = topicForReaders("fenced", 1);
        Reader reader = reader(topic, 0);
        var sends = new RecordedSends();
        TransactionalProducer older = transactional("fenced", sends);
        older.begin();
        send(older, topic, 0, 1);
        awaitUntil("acknowledged", () -> sends.acknowledged().size() == 1);
        TransactionalProducer newer = transactional("fenced", new RecordedSends());

        assertThatThrownBy(older::commit)
                .isInstanceOfSatisfying(
                        TransactionException.class,
                        refusal -> assertThat(refusal.remedy()).isEqualTo(TransactionException.Remedy.CLOSE));
        commit(newer, topic, 0, 2, 3);
        read(reader, 2L);
    }

    @Test
    void closingAProducerAbortsWhatIsOpen() {
        String topic = topicForReaders("left-open", 1);
        Reader reader = reader(topic, 0);
        TransactionalProducer first = transactional("left-open", new RecordedSends());
        first.begin();
        send(first, topic, 0, 1);
        first.close();
        commit(transactional("left-open", new RecordedSends()), topic, 0, 2, 3);
        read(reader, 2L);
    }

    @Test
    void offsetsCountWhenTheirTransactionIsCommittedAndNotOtherwise() {
        String topic = topicForReaders("offsets", 1);
        Reader first = groupReader(topic, "first");
        TransactionalProducer producer = transactional("offsets", new RecordedSends());
        awaitOwnership(first, 1);
        commit(producer, topic, 0, 0, 10);
        read(first, firstNumbers(10).toArray(Long[]::new));

        producer.begin();
        producer.sendOffsets(first, Map.of(0, 4L));
        producer.commit();
        producer.begin();
        producer.sendOffsets(first, Map.of(0, 8L));
        producer.abort();
        Reader second = groupReader(topic, "second");
        first.close();

        read(second, 4L, 5L, 6L, 7L, 8L, 9L);
        second.commit();
        Reader third = groupReader(topic, "third");
        second.close();
        commit(producer, topic, 0, 10, 11);
        read(third, 10L);
    }

    /** Of a group: no other member takes the partitions away, and reading begins where the group has committed. */
    @Test
    void aReaderMayHavePartitionsOfItsOwn() {
        String topic = topicForReaders("own", 2);
        Reader first = ownPartition(topic, 0);
        Reader second = ownPartition(topic, 1);
        TransactionalProducer producer = transactional("own", new RecordedSends());
        producer.begin();
        producer.sendOffsets(first, Map.of(0, 0L));
        producer.sendOffsets(second, Map.of(1, 0L));
        producer.commit();
        awaitOwnership(first, 1);
        awaitOwnership(second, 1);
        producer.begin();
        for (int i = 0; i < 4; i++) {
            send(producer, topic, i % 2, i);
        }
        producer.commit();
        read(first, 0L, 2L);
        assertThat(first.positions()).containsOnlyKeys(0);

        producer.begin();
        producer.sendOffsets(first, Map.of(0, 1L));
        producer.commit();
        first.close();
        read(ownPartition(topic, 0), 2L);
    }

    private Reader ownPartition(String topic, int partition) {
        return opening(reads().openReader(new ReaderSpec(
                topic + "-own", topic, Optional.of(topic + "-group"), List.of(partition), true)));
    }

    @Test
    void aReaderContinuesAtTheRequestedPosition() {
        String topic = topicForReaders("seek", 1);
        Reader reader = reader(topic, 0);
        sendAll(producer(topic, 1), 0, 0, 10);
        assertThat(reader.positions()).isEqualTo(Map.of(0, 0L));
        read(reader, firstNumbers(10).toArray(Long[]::new));
        assertThat(reader.positions()).isEqualTo(Map.of(0, 10L));

        reader.seek(0, 7);
        assertThat(reader.positions()).isEqualTo(Map.of(0, 7L));
        read(reader, 7L, 8L, 9L);
    }

    @Test
    void aPollEndsWhenItsTimeIsOverOrWhenItIsWokenUp() throws Exception {
        Reader reader = reader(topicForReaders("quiet", 1), 0);
        var receipts = new RecordedReceipts();
        long begin = System.nanoTime();
        assertThat(reader.poll(Duration.ofMillis(300), receipts)).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(290), DEADLINE);

        var waker = new Thread(reader::wakeUp, "waker");
        begin = System.nanoTime();
        waker.start();
        assertThat(reader.poll(DEADLINE, receipts)).isZero();
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(DEADLINE);
        waker.join();
        assertThat(receipts.count()).isZero();
    }

    /** Skips the test before anything is created if the system has no readers. */
    private String topicForReaders(String name, int partitions) {
        reads();
        return topic(name, partitions);
    }

    /** One that reads only what is committed, of a system that can do that; else the test is skipped. */
    private Reader reader(String topic, int partition) {
        return opening(
                reads().openReader(new ReaderSpec(topic + "-r", topic, Optional.empty(), List.of(partition), true)));
    }

    private Reader groupReader(String topic, String name) {
        return opening(reads().openReader(
                        new ReaderSpec(topic + "-" + name, topic, Optional.of(topic + "-group"), List.of(), true)));
    }

    private ReaderSupport reads() {
        Optional<ReaderSupport> reads = driver().reads();
        assumeThat(reads).as("reads").isPresent();
        return reads.orElseThrow();
    }

    private TransactionalProducer transactional(String name, SendListener listener) {
        Optional<TransactionSupport> transactions = driver().transactions();
        assumeThat(transactions).as("transactions").isPresent();
        return opening(transactions
                .orElseThrow()
                .openProducer(new TransactionalSpec(prefix + name + "-p", prefix + name), listener));
    }

    private static void send(TransactionalProducer producer, String topic, int partition, long number) {
        producer.send(topic, partition, null, number(number), null, number, number + 1, number + 2);
    }

    /** Sends the messages of these numbers in a transaction of their own. */
    private static void commit(TransactionalProducer producer, String topic, int partition, int from, int to) {
        producer.begin();
        for (int i = from; i < to; i++) {
            send(producer, topic, partition, i);
        }
        producer.commit();
    }

    /** Reads the messages of these numbers, and no more. */
    private static RecordedReceipts read(Reader reader, Long... numbers) {
        var received = new RecordedReceipts();
        pollUntil(reader, received, () -> received.count() >= numbers.length);
        assertThat(numbers(received.receipts())).containsExactly(numbers);
        assertThat(received.violations()).isEmpty();
        return received;
    }

    private static void awaitOwnership(Reader reader, int partitions) {
        pollUntil(reader, new RecordedReceipts(), () -> reader.positions().size() == partitions);
        assertThat(reader.positions()).hasSize(partitions);
    }

    /** On this thread, which the reader belongs to. */
    private static void pollUntil(Reader reader, RecordedReceipts received, BooleanSupplier condition) {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            reader.poll(Duration.ofMillis(100), received);
        }
    }

    /** Of drivers that carry nothing but payloads, see {@link DriverFactory#payloadOnly}, less is asked. */
    private void assumeMoreThanPayloads() {
        assumeThat(factory().payloadOnly())
                .as("whether it carries nothing but payloads")
                .isFalse();
    }

    /** Names a topic that no other test has. What exists of it after the test is deleted. */
    protected final String topicName(String name) {
        return prefix + name;
    }

    /** Creates a topic of its own for the test. */
    protected final String topic(String name, int partitions) {
        admin().createTopics(List.of(new TopicSpec(topicName(name), partitions)), DEADLINE);
        return topicName(name);
    }

    protected final Producer producer(String topic, int partitions, SendListener listener) {
        return opening(driver().openProducer(new ProducerSpec(topic + "-p", topic, partitions), listener));
    }

    /** One none of whose messages may fail. */
    protected final Producer producer(String topic, int partitions) {
        var sends = new RecordedSends();
        infallible.add(sends);
        return producer(topic, partitions, sends);
    }

    protected final RecordedReceipts consumer(String topic, int partitions, String subscription) {
        var received = new RecordedReceipts();
        consumer(topic, partitions, subscription, received);
        return received;
    }

    protected final Consumer consumer(String topic, int partitions, String subscription, RecordedReceipts received) {
        receipts.add(received);
        String clientId = topic + "-c" + receipts.size();
        return opening(driver().openConsumer(
                        new ConsumerSpec(clientId, topic, partitions, topic + "-" + subscription), received));
    }

    protected final Driver driver() {
        return Optional.ofNullable(openDriver).orElseThrow();
    }

    protected final Admin admin() {
        return Optional.ofNullable(openAdmin).orElseThrow();
    }

    /** Sends a message whose value is its number, due at number + 1 and sent at number + 2. */
    protected static void send(Producer producer, int partition, long number) {
        producer.send(partition, null, number(number), null, number, number + 1, number + 2);
    }

    /** The numbers of messages that {@link #send} has sent. */
    protected static List<Long> numbers(List<Receipt> receipts) {
        return receipts.stream().map(receipt -> receipt.value().getLong(0)).toList();
    }

    protected static void awaitUntil(String what, Callable<Boolean> condition) {
        await(what).atMost(DEADLINE).pollInterval(Duration.ofMillis(5)).until(condition);
    }

    /** Awaits at least so many messages. */
    protected static void awaitCount(RecordedReceipts received, int count) {
        await().atMost(DEADLINE)
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(received.count())
                        .as(
                                "messages received, with gaps at %s, after the failures %s",
                                gaps(received), received.failures())
                        .isGreaterThanOrEqualTo(count));
    }

    /** The offsets before which others are missing, per partition. */
    private static List<String> gaps(RecordedReceipts received) {
        var next = new TreeMap<Integer, Long>();
        var gaps = new ArrayList<String>();
        for (Receipt receipt : received.receipts()) {
            Long expected = next.put(receipt.partition(), receipt.offset() + 1);
            if (receipt.offset() != (expected == null ? 0 : expected)) {
                gaps.add(receipt.partition() + ":" + receipt.offset());
            }
        }
        next.forEach((partition, end) -> gaps.add(partition + ":" + end));
        return gaps;
    }

    private static void sendAll(Producer producer, int partition, int from, int to) {
        for (int i = from; i < to; i++) {
            send(producer, partition, i);
        }
    }

    protected static void sendAndAwait(Producer producer, RecordedReceipts control, int from, int to) {
        sendAll(producer, -1, from, to);
        awaitCount(control, to);
    }

    protected static long assigned(Consumer consumer) {
        return Arrays.stream(consumer.positions())
                .filter(position -> position >= 0)
                .count();
    }

    private static List<Long> firstNumbers(long count) {
        return LongStream.range(0, count).boxed().toList();
    }

    private static byte[] number(long number) {
        return ByteBuffer.allocate(8).putLong(number).array();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    /** Has it closed after the test. */
    protected final <T extends AutoCloseable> T opening(T closeable) {
        opened.push(closeable);
        return closeable;
    }
}
