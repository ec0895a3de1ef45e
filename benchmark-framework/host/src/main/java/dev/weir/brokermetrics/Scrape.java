package dev.weir.brokermetrics;

import dev.weir.clock.Clock;
import dev.weir.clock.Deadline;
import dev.weir.driver.config.MetricsEndpoint;
import dev.weir.driver.exception.FailureText;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One request to one endpoint, sent when it is created. */
final class Scrape {
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
     * @param limit time after which the scrape is given up
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
        private final CompletableFuture<byte[]> body = new CompletableFuture<>();
        private Flow.@Nullable Subscription subscription;
        private long bytes;

        @Override
        public CompletionStage<byte[]> getBody() {
            return body;
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
            body.completeExceptionally(cause);
        }

        @Override
        public void onComplete() {
            whole.onComplete();
            whole.getBody().thenAccept(body::complete);
        }
    }
}
