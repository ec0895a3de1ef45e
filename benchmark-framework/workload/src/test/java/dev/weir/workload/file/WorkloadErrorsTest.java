package dev.weir.workload.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.workload.yaml.Problem;
import dev.weir.workload.yaml.Problems;
import dev.weir.workload.yaml.Problems.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of error, with the exact text that a person reads after the name of the file. */
class WorkloadErrorsTest {
    /** Ends in line 4, so that what a test adds stands in line 5. */
    private static final String BASE = WrongInputs.TOPICS + "messageSize: 4\n";

    private static final String RATE = "producerRate: 5000\n";

    @TempDir
    Path folder;

    /** 100,000 unknown names took 15 s: each is compared with all known ones. */
    @Test
    void reportsNoMoreErrorsThanAPersonReads() throws IOException {
        assertThat(errors(BASE + RATE + unknown(2_000, "field%d: 1\n")))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .startsWith("must be a workload file, and most of its fields are unknown: it has field");
        List<Problem> many =
                errors(BASE + RATE + "subscriptions:\n" + unknown(2_000, "  - {name: a%1$d, froom%1$d: 1}\n"));
        assertThat(many).hasSize(1001);
        assertThat(many.get(1000).message()).matches("[0-9,]+ more errors are not shown; mend these first");
        assertThat(errors(BASE + RATE + "steps:\n" + unknown(10_001, "  - {producerRate: %d}\n")))
                .extracting(Problem::message)
                .contains("asks for 10001 runs, must be at most 10000");
    }

    private static String unknown(int count, String line) {
        return IntStream.range(0, count).mapToObj(line::formatted).collect(Collectors.joining());
    }

    private List<Problem> errors(String text) throws IOException {
        var problems = new Problems();
        WorkloadFile.readAll(Files.writeString(folder.resolve("many.yaml"), text), problems);
        return problems.errors();
    }

    /** A wrong line 4 in place of the size. */
    static Stream<Arguments> wrongSizes() {
        return WrongInputs.rows(WrongInputs.TOPICS, """
            messageSize: 1k\\nproducerRate: 5 => :4: messageSize: must be a whole number in [0, 1073741823] (bytes), got
                1k; did you mean 1kB or 1KiB?
            messageSize: 1.5B\\nproducerRate: 5 => :4: messageSize: must be a whole number in [0, 1073741823] (bytes),
                got 1.5B
            messageSize: big\\nproducerRate: 9MB/s => :4: messageSize: must be a whole number in [0, 1073741823]
                (bytes), got big
            messageSize: 0\\nproducerRate: 9MB/s => :5: producerRate: 9MB/s cannot be converted to messages per second,
                because messageSize is 0; set messageSize to more than 0, or give the rate in messages per second, such
                as 50k
            producerRate: 5\\npayloadFile: => : messageSize: is missing; it must be a whole number in [0, 1073741823]
                (bytes)
            """);
    }

    /** A wrong line 5 in place of the rate. */
    static Stream<Arguments> wrongRates() {
        return WrongInputs.rows(BASE, """
            producerRate: [] => :5: producerRate: must be a list of at least one value, got a list of none
            producerRate: {a: 1} => :5: producerRate: must be a number in [0.000001, 1000000000], or 0, or max
                (messages/s), got a mapping
            producerRate: 0x10 => :5: producerRate: must be a number in [0.000001, 1000000000], or 0, or max
                (messages/s), got 0x10
            producerRate: 1:30 => :5: producerRate: must be a number in [0.000001, 1000000000], or 0, or max
                (messages/s), got 1:30
            producerRate: 50m => :5: producerRate: must be a number in [0.000001, 1000000000], or 0, or max
                (messages/s), got 50m; did you mean 50M?
            producerRate: 9GiB/s => :5: producerRate: must be a number in [0.000001, 1000000000], or 0, or max
                (messages/s), got 9GiB/s
            producerRate: !!java.net.URL [a] => :5: is not valid YAML: Global tag is not allowed:
                tag:yaml.org,2002:java.net.URL
            producerRate: !rate 5 => :5: producerRate: must be a number in [0.000001, 1000000000], or 0, or max
                (messages/s), got a value with the tag !rate
            => : producerRate: is missing; it must be a number in [0.000001, 1000000000], or 0, or max (messages/s):
                rate of all producers together; max, or 10000000 or more as OMB's files write it: as fast as each can;
                0: search for the highest
            producerate: 5 => :5: producerate: is not a field of a workload file; did you mean producerRate?
            producersPerTopicList: [1, 2]\\nproducerRate: 1 => :5: producersPerTopicList: must have a number for each of
                the 1 topics, has 2; add or remove some
            search: {start: 5}\\nproducerRateList: [[0, 5]] => :5: search: has no effect with a producerRateList, which
                gives the rates; remove one of them
            producerRateList: [5000] => :5: producerRateList: must be [minute, rate], [hour, minute, rate] or {at: time,
                rate: number}, got 5000
            producerRateList: [{at: 5s}] => :5: producerRateList.rate: is missing; it must be a number in [0.000001,
                1000000000], or 0 (messages/s): the rate then
            producerRateList: [[1, 10], {at: 30s, rate: 5}] => :5: producerRateList: must be in the order of time, got
                30s after 1m
            producerRateList: [[0, 10], [1, 0]] => :5: producerRateList: must not end with the rate 0 where the test has
                no end: give a testDuration
            producerRateList: [[0, 0], [1, 10]] => :5: producerRateList: begins with the rate 0, which the warm-up would
                have: give a warmupProducerRate, or set warmupDuration to 0s
            producerRateList: [[0, 0], [9, 0], [10, 5]]\\ntestDuration: 5m\\nwarmupDuration: 0s => :5: producerRateList:
                has no message within the test of 5m
            mode: closed\\nproducerRateList: [[0, 5]] => :6: producerRateList: has no effect: a closed loop sends when
                answers come; remove it
            producerRate: max\\nthresholds: [achievedRate >= 99% of target] => :6: thresholds: achievedRate >= 99% of
                target cannot be judged: the load has no rate that would be the target; give messages per second, or a
                producerRate
            search: {start: 10, most: 5} => :5: search.start: must be at most the most, 5, got 10
            search: {precission: 0.1} => :5: search.precission: is not a field of a search; did you mean precision?
            producerRate: 0\\nwarmupProducerRate: 5 => :6: warmupProducerRate: has no effect: each probe of a search
                warms up at its own rate; remove it
            producerRate: max\\ncatchUp: skip => :6: catchUp: has no effect: a load without a limit has no schedule;
                remove it
            mode: closed\\nworkerLoss: continue => :6: workerLoss: must be abort in a closed loop, got continue: with
                its workers go loops, and it is unknown what they would have sent
            mode: open => : producerRate: is missing: an open loop needs a rate, or max
            """);
    }

    /** A wrong line 6. */
    static Stream<Arguments> wrongLines() {
        return WrongInputs.rows(BASE + RATE, """
            consumer: 1 => :6: consumer: is not a field of a workload file without the jar weir-features; add the jar,
                or remove the field
            subscription: 1 => :6: subscription: is not a field of a workload file; did you mean subscriptions?
            members:\\n  - {at: 5s, action: kill}\\nfaults:\\n  - {at: 5s, action: kill}\\nzzzzzz: 1 => :6: members: is
                not a field of a workload file without the jar weir-features; add the jar, or remove the field
            members: []\\nsubscriptions: [{name: a, type: share, releaseRatio: 1}] => :7: subscriptions.type: must be
                one of group, got share: others need the jar weir-features
            subscriptions: [{name: a}, {name: a}] => :6: subscriptions: must have different names, got a twice
            subscriptions: [{name: a, from: middle}] => :6: subscriptions.from: must be latest, earliest or a time such
                as 30s, got middle
            testDuration: 1h\\nsubscriptions: [{name: a, startAfter: 2h}] => :7: subscriptions: must begin within the
                testDuration of 1h, got a with startAfter 2h
            subscriptions: [{name: a, consumerConfig: {sasl.password: x}}] => :6: subscriptions.consumerConfig: must not
                hold secrets, got sasl.password: write it into the driver file
            subscriptions: [{from: latest}] => :6: subscriptions.name: is missing; it must be a text: by which results
                and events name it, such as tail
            subscriptions: [{name: a}]\\nconsumerPerSubscription: 2 => :7: consumerPerSubscription: cannot be combined
                with subscriptions, which sets it for each of them; remove one
            headers: [a] => :6: headers: must be a mapping, got a list
            headers: {a: [b]} => :6: headers: must be a text, or a mapping of text, size, got a list
            headers: {a: b, a: c} => :6: headers: has a twice; keep one
            headers: {weir: b} => :6: headers: must not have the name weir, which is that of Weir's own header; rename
                it
            headers: {a: {text: abc, size: 2}} => :6: headers.size: must be at least 3 bytes, as the text has, got 2;
                raise it, or shorten the text
            headers: {a: {text: ü, size: 9}} => :6: headers.text: must be ASCII characters beside a size, because it may
                end within one that is not
            headers: {a: {size: 1 MiB}, b: c} => :6: headers: must have at most 1048576 bytes in all, has 1048579;
                shorten them
            stamp: nowhere => :6: stamp: must be one of payload, header, got nowhere
            [a, b]: 1 => :6: a field's name must be a text, got a list
            topics: 2 => :6: topics: is given twice, first in line 1; keep one
            keyDistributor: RANDOM_NAN => :6: keyDistributor: must be one of NO_KEY, KEY_ROUND_ROBIN, RANDOM_NANO, got
                RANDOM_NAN; did you mean RANDOM_NANO?
            keys: RANDOM_NANO => :6: keys: must be a mapping of distributor, cardinality, skew, size, got RANDOM_NANO
            brokerMetrics:\\n- http://a:9100\\n- http://b:99999 => :8: brokerMetrics: must be an http or https URL
                without a user or a secret, such as http://broker-1:9100, or a mapping of url, host, series, drives, got
                http://b:99999
            brokerMetrics: [b:9100] => :6: brokerMetrics: must be an http or https URL without a user or a secret, such
                as http://broker-1:9100, or a mapping of url, host, series, drives, got b:9100
            brokerMetrics: ['http://u:p@a:9100'] => :6: brokerMetrics: must be an http or https URL without a user or a
                secret, such as http://broker-1:9100, or a mapping of url, host, series, drives, got
                http://[hidden]@a:9100
            brokerMetrics: http://user:hunter2@a:9100 => :6: brokerMetrics: must be a list, got http://[hidden]@a:9100;
                write it in brackets: [...]
            brokerMetrics: user:hunter2@a:9100 => :6: brokerMetrics: must be a list, got [hidden]@a:9100; write it in
                brackets: [...]
            brokerMetrics:\\n- url: 'ftp://user:hunter2@a/m' => :7: brokerMetrics.url: must be an http or https URL
                without a user or a secret, such as http://broker-1:9100, got ftp://[hidden]@a/m
            brokerMetrics:\\n- url: 'http://a/m?token=x' => :7: brokerMetrics.url: must be an http or https URL without
                a user or a secret, such as http://broker-1:9100
            brokerMetrics:\\n- {url: 'http://a:9100', series: [a, 'b-c']} => :7: brokerMetrics.series: must be names of
                series, or their beginning and a *, got b-c
            brokerMetrics:\\n- {url: 'http://a:9100', drive: sda} => :7: brokerMetrics.drive: is not a field of a
                brokerMetrics mapping; did you mean drives?
            brokerMetrics:\\n- {host: a} => :7: brokerMetrics.url: is missing; it must be a text: http or https, without
                a user; `/metrics` if it has no path
            brokerMetrics: ['http://a:9100', {url: 'http://a:9100/metrics', host: b}] => :6: brokerMetrics: must list
                each URL once, got http://a:9100/metrics twice
            keys:\\n  skew: 1\\n  zipf: 2 => :8: keys.zipf: is not a field of a keys mapping; the fields are
                distributor, cardinality, skew, size
            keys:\\n  skew: 1\\n  skew: 2 => :8: keys.skew: is given twice, first in line 7; keep one
            keys:\\n  ? [a]\\n  : b => :7: keys: a field's name must be a text, got a list
            keys:\\n  cardinality: 100\\n  size: 1 => :8: keys.size: must be at least 2 for 100 different keys, got 1;
                raise it, or set cardinality to at most 64
            keys:\\n  distributor: KEY_ROUND_ROBIN\\n  skew: 0.5 => :8: keys.skew: must be 0 with distributor
                KEY_ROUND_ROBIN, which gives all keys their turn, got 0.5; set distributor to RANDOM_NANO to prefer some
                keys
            keys:\\n  distributor: NO_KEY\\n  cardinality: 100 => :8: keys.cardinality: has no effect with distributor
                NO_KEY; remove it, or set distributor to RANDOM_NANO
            keys: {cardinality: 10}\\nkeyDistributor: RANDOM_NANO => :7: keyDistributor: says the same as keys in line
                6; keep one
            seed: 1.5 => :6: seed: must be a whole number of 64 bits, got 1.5
            name:\\n  - a => :7: name: must be a text, got a list
            sampleRateMillis: 1000\\nlogIntervalMillis: 1000 => :7: logIntervalMillis: says the same as sampleRateMillis
                in line 6; keep one
            testDurationMinutes: 0.5 => :6: testDurationMinutes: must be a whole number in [0, 527040] (minutes), got
                0.5; write testDuration: 30s instead
            warmupDurationMinutes: 90s => :6: warmupDurationMinutes: must be a whole number in [0, 527040] (minutes),
                got 90s; write warmupDuration: 1m30s instead
            warmupProducerRateSeparationMinutes: 1.5 => :6: warmupProducerRateSeparationMinutes: must be a whole number
                in [-1, 527040] (minutes), got 1.5; write warmupSettle: 1m30s instead
            consumerBacklogSizeGB: 32 => :6: consumerBacklogSizeGB: is known, but not supported, got 32; remove it or
                set it to 0: it needs the jar weir-features
            <<: name => :6: <<: must be a mapping, such as *name of one with &name, or a list of them, got name
            testDurationMinutes: 1\\ntestDuration: 1m => :7: testDuration: says the same as testDurationMinutes in line
                6; keep one
            testDuration: 60 => :6: testDuration: must be 0s, or a duration in [100ms, 8784h], such as 500ms, 90s, 10m
                or 1h30m, got 60, which has no unit; did you mean 60s?
            warmupDuration: 9000h => :6: warmupDuration: must be 0s, or a duration in [1ms, 8784h], such as 500ms, 90s,
                10m or 1h30m, got 9000h
            warmupProducerRate: 0 => :6: warmupProducerRate: must be a number in [0.000001, 1000000000], or -1, or max
                (messages/s), got 0; producers cannot stop in this phase: write a low rate such as 1
            useRandomizedPayloads: yes => :6: useRandomizedPayloads: must be true or false, got yes
            randomBytesRatio: 0.5 => :6: randomBytesRatio: has no effect without useRandomizedPayloads: true; add that,
                or remove this
            useRandomizedPayloads: true\\nrandomBytesRatio: 0.5 => : randomizedPayloadPoolSize: must be at least 1 with
                useRandomizedPayloads: true, got nothing; OMB's files have 1000
            useRandomizedPayloads: true\\nrandomizedPayloadPoolSize: 1 => : randomBytesRatio: is missing with
                useRandomizedPayloads: true; it must be a number in [0, 1], where 0 is for payloads of zeros
            payloadBase64: AQIDBA==\\nuseRandomizedPayloads: true\\nrandomBytesRatio: 1\\nrandomizedPayloadPoolSize: 1
                => :7: useRandomizedPayloads: must be false with a payloadBase64, got true; remove payloadBase64 to send
                from a pool, or this to send its payload
            payloadBase64: AQID => :6: payloadBase64: must have as many bytes as messageSize, 4, has 3; correct
                messageSize, or remove it
            payloadBase64: [AQIDBA==, AQI=, AQID] => :6: payloadBase64: must hold payloads of 4 bytes, as messageSize
                says, has item 2 with 2, item 3 with 3
            payloadBase64: [] => :6: payloadBase64: must list at least one, got an empty list
            payloadBase64: {a: b} => :6: payloadBase64: must be a text, got a mapping
            payloadBase64: [AQIDBA==, '*'] => :6: payloadBase64: must be base64 (RFC 4648, with padding), item 2 is not
            payloadBase64: '*' => :6: payloadBase64: must be base64 (RFC 4648, with padding), is not
            payloadBase64: AQIDBA==\\npayloadFile: x => :7: payloadFile: says the same as payloadBase64 in line 6; keep
                one
            subscriptionsPerTopic: 1 => : consumerPerSubscription: is missing with subscriptionsPerTopic 1: set how many
                consumers share a subscription, or set subscriptionsPerTopic to 0 to produce only
            subscriptionsPerTopic: 1000000\\nconsumerPerSubscription: 100 => :7: consumerPerSubscription: makes
                100000000 consumers over all topics, must be at most 10000000
            retention: {}\\nwarmupUntil: steadily => :7: warmupUntil: must be one of retention, steady, got steadily;
                did you mean steady?
            retention: {bytesPerPartition: 5, driveFill: 0.5} => :6: retention.driveFill: sets the same limit as
                bytesPerPartition in another unit; keep one
            existingTopicList: [a, b] => :1: topics: must be 0 beside existingTopicList, got 1; keep one of the two
            existingTopicList: [a, a] => :6: existingTopicList: must list each once, got a twice
            producersPerTopicList: [0] => :6: producersPerTopicList: must have from 1 to 10000000 producers in all, has
                0
            producerRateList: [[0, 1], [1, fast]] => :6: producerRateList: must be a number in [0.000001, 1000000000],
                or 0 (messages/s), got fast
            messageSizeDistribution: {100-10: 1} => :6: messageSizeDistribution: must have ranges of bytes such as 0-256
                or 1KiB-4KiB, the smaller one first, none above 1073741823, got 100-10
            partitionWeights: {a: 1} => :6: partitionWeights: must have numbers of partitions, or * for all others, got
                a
            partitionWeights: {4: 1} => :6: partitionWeights: names partition 4 of a topic that has 4, which are counted
                from 0
            partitionWeights: {'*': 0} => :6: partitionWeights: must have a weight above 0
            messageSizeDistribution: {0-100: 0} => :6: messageSizeDistribution: must have a weight above 0
            messageSizeDistribution: {0-100: 1}\\npayloadBase64: AQ== => :6: messageSizeDistribution: cannot be combined
                with given payloads, which have sizes of their own; remove one
            messageSizeDistribution: {0-100: many} => :6: messageSizeDistribution: must be a number in [0, 1000000000],
                got many
            randomTopicNames: false => :6: randomTopicNames: is known, but not supported, got false; remove it or set it
                to true: created topics always have them
            thresholds: [endToEndResponce.p99 < 50ms] => :6: thresholds: endToEndResponce.p99 is nothing that is
                measured; did you mean endToEndResponse?
            thresholds:\\n  - failed == 0\\n  - endToEndResponse.p99 < 50 => :8: thresholds: limit of endToEndResponse
                must be a time with its unit (us, ms or s), such as 50ms, got 50, which has no unit; did you mean 50ms?
            thresholds: [sendDelay < 5ms] => :6: thresholds: must name a figure of sendDelay: one of min, mean, max, or
                a percentile such as p50 or p99.9, as sendDelay.p99, got sendDelay < 5ms
            thresholds: [sendDelay.p100 < 5ms] => :6: thresholds: figure of sendDelay must be one of min, mean, max, or
                a percentile such as p50 or p99.9, got p100
            thresholds: [failed = 0] => :6: thresholds: must compare with one of <, <=, >, >=, ==, got = in failed = 0
            thresholds: [achievedRate >= 99%] => :6: thresholds: limit of achievedRate must be a share from 0 to 1000 of
                the target, such as 99% of target, got 99%
            thresholds: [audit.lots == 0] => :6: thresholds: audit.lots is nothing that is measured; did you mean
                audit.lost?
            thresholds: [outcome == VALIDD] => :6: thresholds: limit of outcome must be one of VALID, DEGRADED, INVALID,
                FAILED, got VALIDD; did you mean VALID?
            thresholds: [{condition: audit.lost == 0, abort: true}] => :6: thresholds.abort: has no effect: audit.lost
                is known when the run is over; remove it
            thresholds: [{condition: failed == 0, after: 10s}] => :6: thresholds.after: has no effect without abort:
                true; set that, or remove this
            thresholds: [{condition: failed == 0, windw: 10s}] => :6: thresholds.windw: is not a field of a threshold;
                did you mean window?
            testDuration: 10s\\nthresholds: [{condition: failed == 0, window: 30s}] => :7: thresholds: failed == 0 has a
                window or an after of 30s, which is longer than the whole test of 10s; shorten it
            search: {precision: 0.1} => :6: search: searches for a rate, but producerRate gives one; remove one of them,
                or set producerRate to 0
            a: [1 => :7: is not valid YAML: while parsing a flow sequence: expected ',' or ']', but got <stream end>
            inFlight: 3 => :6: inFlight: has no effect: only a closed loop limits messages in flight; set mode to
                closed, or remove it
            mode: closed => :5: producerRate: has no effect: a closed loop sends when answers come; remove it
            burstPeriod: 1s => :6: burstPeriod: has no effect: only arrival: burst and readRatio have a period; remove
                it
            pacingPrecision: 200 => :6: pacingPrecision: must be 0s, or a duration in [1ns, 1s], such as 500ms, 90s, 10m
                or 1h30m, got 200, which has no unit; did you mean 200s?
            pipeline: {messages: 3} => :6: pipeline: is not a field of a workload file without the jar weir-features;
                add the jar, or remove the field
            a: 'x\u0007' => :6: is not valid YAML: the character U+0007 is not allowed
            ---\\na: 1 => :6: is not valid YAML: expected a single document in the stream: but found another document
            """);
    }

    /** Wrong lines from 7 on of a file that asks for several runs. */
    static Stream<Arguments> wrongSeries() {
        return WrongInputs.rows("name: ladder\n" + BASE + RATE, """
            steps:\\n  - {keys.cardinalty: 5} => :8: keys.cardinalty: is not a field of a keys mapping; did you mean
                cardinality?
            steps:\\n  - {}\\n  - producerRate: fast => :9: producerRate: must be a number in [0.000001, 1000000000], or
                0, or max (messages/s), got fast
            steps:\\n  - {producerRate: 5}\\n  - {producerRate: 5, name: x} => :9: steps: this step is the same as the
                one in line 8; remove one, or use repeat to run it several times
            steps:\\n  - {name: a}\\n  - {producerRate: 5, name: a} => :9: steps: the name a is already used in line 8;
                rename one
            steps:\\n  - 5 => :8: steps: must be a mapping of fields to values, such as {producerRate: 5000}, got 5
            subscriptions: [{name: tail}, {name: jobs}]\\nsweep:\\n  subscriptions.job.consumers: [4, 16] => :9:
                subscriptions.job.consumers: must have the name of an item and its field behind subscriptions, such as
                subscriptions.tail.FIELD; the items are tail, jobs
            steps: {a: 1} => :7: steps: must be a list, got a mapping
            steps:\\n  - repeat: 3 => :8: steps: cannot change repeat, which is for all runs of the file; give it above
            sweep: {hooks.timeout: [1s]} => :7: sweep: cannot change hooks, which is for all runs of the file; give it
                above
            sweep: {producerRate: 5} => :7: sweep.producerRate: must be a list of at least one value, got 5
            sweep: {producerRate: [5, 5]} => :7: sweep.producerRate: must list each once, got 5 twice
            sweep:\\n  messageSize:\\n    - 1\\n    - many => :10: messageSize: must be a whole number in [0, 1073741823]
                (bytes), got many
            sweep: {topics: [1, 2]}\\nsteps: [{topics: 3}] => :8: topics: is already set in line 7 by topics; remove one
            sweep: {testDuration: [1s, 2s]}\\nsteps: [{testDurationMinutes: 3}] => :8: testDurationMinutes: is already
                set in line 7 by testDuration; remove one
            steps: [{driver: {reset: true}}] => :7: steps: must name a field of the driver, such as
                driver.producerConfig.linger.ms, got driver alone
            steps: [{topics: 2, topics: 3}] => :7: steps: gives topics twice; keep one
            nameFormat: ${topic} => : nameFormat: must have fields of a workload file in ${}, got ${topic}; did you
                mean topics?
            keyDistributor: NO_KEY\\nsteps: [{keys.size: 4}] => :8: keys: says the same as keyDistributor in line 7; keep
                one
            repeat: 1000\\nsweep: {messageSize: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]} => : asks for 11000 runs, must
                be at most 10000
            hooks: {beforeRun: sync, timeout: 0s} => :7: hooks.timeout: must be more than 0s
            """);
    }

    static Stream<Arguments> wrongFiles() {
        String others = "partitionsPerTopic: 4\nmessageSize: 4\nproducerRate: 5\n";
        return Stream.concat(WrongInputs.rows("", """
            count: 1000\\ntransactionBenchmark: send => :2: transactionBenchmark: is known, but not supported, got send;
                remove it: it needs the jar weir-features
            # nothing => : is empty; a workload file holds lines such as "name: value"
            existingConsumeTopicList: [a] => : subscriptionsPerTopic: must be at least 1 where nothing is produced, got
                0: there would be nothing to do
            - a => :1: must hold lines such as "name: value", got a list
            \\ttopics: 1 => :1: is not valid YAML: while scanning for the next token: found character '\\t(TAB)' that
                cannot start any token. (Do not use \\t(TAB) for indentation)
            """), WrongInputs.rows(others, """
            topics: 0\\nproducersPerTopic: 1 => :4: topics: must be at least 1, got 0; to use topics that exist, name
                them in existingTopicList
            topics: 1\\nproducersPerTopic: 0 => :5: producersPerTopic: must be at least 1, got 0; to consume only, name
                topics that exist in existingTopicList
            topics: 6\\nproducersPerTopic: 1\\nsubscriptions: [{name: a, consumers: 1000000}, {name: b, consumers:
                1000000}] => :6: subscriptions: makes 12000000 consumers over all topics, must be at most 10000000
            """));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = "''|: is empty; a workload file holds lines such as \"name: value\"")
    @MethodSource({"wrongSizes", "wrongRates", "wrongLines", "wrongSeries", "wrongFiles"})
    void reportsProblems(String text, String expected) throws IOException {
        Path file = Files.writeString(folder.resolve("w.yaml"), text);

        refuses(file, expected);
    }

    @Test
    void reportsProblemsWithAPayloadFile() throws IOException {
        Path file = Files.writeString(folder.resolve("w.yaml"), BASE + RATE + "payloadFile: p.data\n");
        refuses(
                file,
                ":6: payloadFile: does not exist, looked for p.data beside this file, in the"
                        + " folders above it and in the working directory; remove it to send random payloads of"
                        + " messageSize");

        Path payload = Files.write(folder.resolve("p.data"), new byte[3]);
        refuses(
                file,
                ":6: payloadFile: must have as many bytes as messageSize, 4, has 3;"
                        + " correct messageSize, or remove it");

        Files.write(payload, new byte[0]);
        refuses(
                file,
                ":6: payloadFile: must hold at least 1 byte, has none;"
                        + " for empty messages remove it, and set messageSize to 0");

        Files.write(payload, new byte[(16 << 20) + 1]);
        refuses(
                file,
                ":6: payloadFile: must hold at most 16 MiB (16777216 bytes) in all, has 16777217;"
                        + " remove it to send random payloads of messageSize");

        Files.delete(payload);
        Files.createDirectory(payload);
        refuses(
                file,
                ":6: payloadFile: names the directory " + payload
                        + ", which must hold at least one file, holds none; put payloads into it, or name another one");
    }

    @Test
    void reportsProblemsWithADirectoryOfPayloads() throws IOException {
        Path payloads = Files.createDirectory(folder.resolve("p"));
        Files.write(payloads.resolve(".hidden"), new byte[4]);
        Path sized = Files.writeString(folder.resolve("sized.yaml"), BASE + RATE + "payloadFile: p\n");
        Path unsized = Files.writeString(
                folder.resolve("w.yaml"), (BASE + RATE + "payloadFile: p\n").replace("messageSize: 4\n", ""));
        assertThat(errors(sized)).singleElement().asString().contains("holds none");

        for (int i = 0; i < 14; i++) {
            Files.write(payloads.resolve("%02d".formatted(i)), new byte[i + 2]);
        }
        refuses(
                sized,
                ":6: payloadFile: must hold payloads of 4 bytes, as messageSize says, has 00"
                        + " with 2, 01 with 3, 03 with 5, 04 with 6, 05 with 7, 06 with 8, 07 with 9, 08 with 10,"
                        + " 09 with 11, 10 with 12 and 3 more");
        for (int i = 2; i < 14; i++) {
            Files.delete(payloads.resolve("%02d".formatted(i)));
        }
        refuses(unsized, ":5: payloadFile: must hold payloads of 2 bytes, as 00 has, has 01 with 3");

        Files.write(payloads.resolve("01"), new byte[0]);
        refuses(
                unsized,
                ":5: payloadFile: must hold at least 1 byte in each payload, has none in 01;"
                        + " for empty messages remove it, and set messageSize to 0");

        Files.write(payloads.resolve("01"), new byte[16 << 20]);
        refuses(
                sized,
                ":6: payloadFile: must hold at most 16 MiB (16777216 bytes) in all, has"
                        + " 16777218; remove it to send random payloads of messageSize");
    }

    @Test
    void doesNotHideOneProblemOfThePayloadBehindAnother() throws IOException {
        Path file = Files.writeString(
                folder.resolve("w.yaml"), BASE + RATE + "randomBytesRatio: 2\npayloadFile: \"a\\0b\"\n");

        assertThat(errors(file))
                .containsExactly(
                        file + ":6: randomBytesRatio: must be a number in [0, 1], got 2",
                        file
                                + ":7: payloadFile: must be the path of a file or of a directory of files: Nul"
                                + " character not allowed");
    }

    @Test
    void reportsWhyAFileCannotBeRead() throws IOException {
        Path missing = folder.resolve("missing.yaml");
        refuses(missing, ": does not exist (looked for " + missing + ")");
        refuses(folder, ": must be a workload file, is a directory");

        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0, 1});
        refuses(binary, ": is not text in UTF-8; it must be a YAML file");

        Path large = Files.write(folder.resolve("large"), new byte[(32 << 20) + 1]);
        refuses(large, ": must be a workload file of at most 32 MiB, is larger");
    }

    @Test
    void survivesAliasesThatRepeatOrContainThemselves() throws IOException {
        Path recursive = Files.writeString(folder.resolve("r.yaml"), BASE + RATE + "steps: &a [*a]\n");
        assertThat(errors(recursive)).hasSize(1);

        String bomb = "x0: &x0 [lol, lol]\n"
                + Stream.iterate(1, i -> i + 1)
                        .limit(30)
                        .map(i -> "x%d: &x%d [*x%d, *x%d]\n".formatted(i, i, i - 1, i - 1))
                        .reduce("", String::concat);
        Path file = Files.writeString(folder.resolve("b.yaml"), bomb);
        refuses(file, ": is not valid YAML: Number of aliases for non-scalar nodes exceeds the specified max=20");

        Path deep = Files.writeString(folder.resolve("d.yaml"), "a: " + "[".repeat(10_000));
        refuses(deep, ": is not valid YAML: Nesting Depth exceeded max 20");
    }

    @Test
    void reportsTheProblemsOfAllFilesAtOnceInTheOrderOfTheirLines() throws IOException {
        Path one = Files.writeString(folder.resolve("1.yaml"), """
            producerRate: x
            topics: x
            foo: 1
            partitionsPerTopic: 1
            producersPerTopic: 1
            messageSize: 1
            """);
        Path two = Files.writeString(folder.resolve("2.yaml"), "");
        var problems = new Problems();
        WorkloadFile.read(one, problems);
        WorkloadFile.read(two, problems);

        assertThat(problems.errors())
                .map(problem -> Path.of(problem.file()).getFileName() + ":" + problem.line())
                .containsExactly("1.yaml:1", "1.yaml:2", "1.yaml:3", "2.yaml:0");
        assertThatThrownBy(problems::throwIfAny)
                .isInstanceOfSatisfying(
                        InputException.class, e -> assertThat(e.problems()).isEqualTo(problems.errors()))
                .hasMessageStartingWith(one + ":1: producerRate: must be");
    }

    private static void refuses(Path file, String problem) {
        assertThat(errors(file)).containsExactly(file + problem);
    }

    private static List<String> errors(Path file) {
        var problems = new Problems();
        assertThat(WorkloadFile.read(file, problems)).isEmpty();
        return problems.errors().stream().map(Problem::toString).toList();
    }
}
