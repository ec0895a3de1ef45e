package dev.weir.feature.brokermetrics;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.driver.exception.FailureText;
import dev.weir.feature.brokermetrics.PrometheusText.ScrapeException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Scrapes the endpoints of the system's hosts from the begin of the load on: all at the same time, at the ends of the run's
 * intervals, on a thread of its own. A slow scrape is given up before the next one is due, so it delays neither other
 * endpoints nor the load. Methods are called on the coordinator's thread.
 */
final class BrokerSampler implements AutoCloseable {
    /** Shortest period: a scrape costs a host little once a second, but not at ten times that rate. */
    private static final Duration MIN_PERIOD = Duration.ofSeconds(1);

    private static final Duration MAX_PATIENCE = Duration.ofSeconds(5);

    private final List<MetricsEndpoint> endpoints;
    private final Clock clock;
    private final long periodNanos;
    private final Duration patience;
    private final BrokerSamples samples;
    private final ExecutorService executor;
    private final HttpClient client;
    private final Semaphore asked = new Semaphore(0);
    private final Thread thread = new Thread(this::run, "broker-metrics");
    private long beginNanos;
    private volatile boolean closing;
    private volatile String failure = "";
    private volatile boolean anyTrouble;

    /** Creates a sampler. If the interval is shorter than a second, the period is a multiple of it. */
    BrokerSampler(List<MetricsEndpoint> endpoints, Duration interval, Clock clock) {
        this(endpoints, interval, patience(period(interval)), clock, new BrokerSamples(endpoints));
    }

    BrokerSampler(
            List<MetricsEndpoint> endpoints, Duration interval, Duration patience, Clock clock, BrokerSamples samples) {
        this.endpoints = List.copyOf(endpoints);
        this.clock = clock;
        this.periodNanos = period(interval);
        this.patience = patience;
        this.samples = samples;
        this.executor = Executors.newFixedThreadPool(2, task -> {
            var each = new Thread(task, "broker-metrics-http");
            each.setDaemon(true);
            return each;
        });
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(MAX_PATIENCE)
                .executor(executor)
                .build();
        thread.setDaemon(true);
    }

    private static long period(Duration interval) {
        long intervals = Math.max(1, -Math.floorDiv(-MIN_PERIOD.toNanos(), interval.toNanos()));
        return intervals * interval.toNanos();
    }

    private static Duration patience(long periodNanos) {
        return Duration.ofNanos(Math.min(MAX_PATIENCE.toNanos(), periodNanos / 10 * 9));
    }

    /**
     * Scrapes each endpoint once, for at most 5 s in all, before the load begins. Returns those that cannot be used, in
     * order, each with the reason: a text that follows its name.
     */
    Map<MetricsEndpoint, String> checkEndpoints() throws InterruptedException {
        var answers = new BrokerSamples(endpoints);
        scrape(answers, clock.epochNanos(), MAX_PATIENCE);
        Map<MetricsEndpoint, String> troubles = new LinkedHashMap<>();
        for (EndpointLog log : answers.endpoints()) {
            String why = log.trouble().isEmpty() ? lacks(log) : log.trouble();
            if (!why.isEmpty()) {
                troubles.put(log.endpoint(), why);
            }
        }
        return troubles;
    }

    private static String lacks(EndpointLog log) {
        boolean hasDrive =
                log.series().stream().anyMatch(each -> each.name.name().equals(SeriesRule.DISK_WRITTEN));
        if (!hasDrive && !log.endpoint().drives().isEmpty()) {
            return "it reports no drive by the names in drives: "
                    + String.join(", ", log.endpoint().drives());
        }
        return log.series().isEmpty() ? "it reports no series that Weir keeps; name some in series:" : "";
    }

    /** Samples at that time, and at the end of each interval. */
    void start(long atNanos) {
        beginNanos = atNanos;
        thread.start();
    }

    private void run() {
        long slot = 0;
        try {
            boolean ends = false;
            while (!ends) {
                long dueNanos = beginNanos + slot * periodNanos;
                boolean isDue = !asked.tryAcquire(dueNanos - clock.epochNanos(), TimeUnit.NANOSECONDS);
                ends = !isDue && closing;
                anyTrouble = scrape(samples, isDue ? dueNanos : clock.epochNanos(), patience);
                // Overdue scrapes are skipped: catching up would be additional load, and intervals have to be in order.
                long passed = Math.floorDiv(clock.epochNanos() - beginNanos, periodNanos);
                if (isDue || passed >= slot) {
                    int stride = samples.bound();
                    slot = stride * (Math.max(slot, passed) / stride + 1);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = "its thread was interrupted";
        } catch (RuntimeException e) {
            failure = e.toString();
        }
    }

    /** Returns whether an endpoint gave no answer, or reported partitions without a leader. */
    private boolean scrape(BrokerSamples into, long dueNanos, Duration limit) throws InterruptedException {
        into.begin(dueNanos);
        Deadline deadline = Deadline.after(clock, limit);
        List<Scrape> scrapes = endpoints.stream()
                .map(endpoint -> new Scrape(client, endpoint, clock))
                .toList();
        boolean trouble = false;
        for (int i = 0; i < scrapes.size(); i++) {
            try {
                Scrape.Answer answer = scrapes.get(i).await(deadline);
                into.answered(i, answer.atNanos(), answer.text());
                trouble |= into.endpoints().get(i).lacksLeaders();
            } catch (ScrapeException e) {
                into.silent(i, String.valueOf(e.getMessage()));
                trouble = true;
            }
        }
        return trouble;
    }

    boolean isAnyInTrouble() {
        return anyTrouble;
    }

    /**
     * Takes a sample between those that are due, without waiting for it: counts since the end of the last interval belong
     * to the load, too.
     */
    void sampleNow() {
        asked.release();
    }

    /** Takes a last sample and ends, and waits for that. */
    @Override
    public void close() {
        closing = true;
        sampleNow();
        try {
            thread.join(3 * MAX_PATIENCE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        executor.shutdownNow();
    }

    /** Returns all samples, after this is closed; empty if its thread did not end even then. */
    Optional<BrokerSamples> samples() {
        return thread.isAlive() ? Optional.empty() : Optional.of(samples);
    }

    /** Returns why it ended before it was closed; empty if it did not. */
    String failure() {
        return thread.isAlive() ? "it does not end" : failure;
    }

    /** One request to one endpoint, sent when it is created. */
    private static final class Scrape {
        static final int MAX_BYTES = 32 << 20;

        private final Clock clock;
        private final long askedNanos;
        private final CompletableFuture<HttpResponse<byte[]>> response;
        private final CompletableFuture<Answer> answer;

        /**
         * Answer to a scrape.
         *
         * @param atNanos in the middle between request and end of the answer
         */
        record Answer(long atNanos, String text) {}

        Scrape(HttpClient client, MetricsEndpoint endpoint, Clock clock) {
            this.clock = clock;
            this.askedNanos = clock.epochNanos();
            HttpRequest request = HttpRequest.newBuilder(endpoint.url())
                    .header("Accept", "text/plain;version=0.0.4")
                    .GET()
                    .build();
            this.response = client.sendAsync(request, info -> new Bounded());
            this.answer = response.thenApply(this::answer);
        }

        private Answer answer(HttpResponse<byte[]> received) {
            if (received.statusCode() != 200) {
                throw new ScrapeException("it answered with status " + received.statusCode());
            }
            long atNanos = askedNanos + (clock.epochNanos() - askedNanos) / 2;
            return new Answer(atNanos, new String(received.body(), StandardCharsets.UTF_8));
        }

        /**
         * Waits for the answer.
         *
         * @throws ScrapeException if there is no usable answer
         */
        Answer await(Deadline limit) throws InterruptedException {
            try {
                return answer.get(limit.remainingNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                long millis = (clock.epochNanos() - askedNanos) / 1_000_000;
                throw new ScrapeException("it did not answer within " + millis + " ms");
            } catch (ExecutionException e) {
                throw new ScrapeException(why(e));
            } finally {
                // Only a response in progress is cancelled: its connection is closed.
                response.cancel(true);
            }
        }

        private static String why(ExecutionException failure) {
            for (Throwable each = failure; each != null; each = each.getCause()) {
                if (each instanceof ScrapeException) {
                    return String.valueOf(each.getMessage());
                }
                if (each instanceof ConnectException) {
                    return "nothing listens there: connection refused";
                }
            }
            return "it could not be asked: " + FailureText.of(failure);
        }

        /** Reads the body, up to a limit, because it may be endless. */
        private static final class Bounded implements HttpResponse.BodySubscriber<byte[]> {
            private final HttpResponse.BodySubscriber<byte[]> whole = HttpResponse.BodySubscribers.ofByteArray();
            private Flow.@Nullable Subscription subscription;
            private long bytes;

            @Override
            public CompletionStage<byte[]> getBody() {
                return whole.getBody();
            }

            @Override
            public void onSubscribe(Flow.Subscription given) {
                subscription = given;
                whole.onSubscribe(given);
            }

            @Override
            public void onNext(List<ByteBuffer> buffers) {
                bytes += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
                if (bytes <= MAX_BYTES) {
                    whole.onNext(buffers);
                } else if (subscription != null) {
                    subscription.cancel();
                    onError(new ScrapeException("its answer is longer than " + (MAX_BYTES >> 20) + " MiB"));
                }
            }

            @Override
            public void onError(Throwable cause) {
                whole.onError(cause);
            }

            @Override
            public void onComplete() {
                whole.onComplete();
            }
        }
    }
}
