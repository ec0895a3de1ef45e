package dev.weir.driver.kafka.client;

import dev.weir.driver.exception.DriverException;
import dev.weir.driver.kafka.config.FailureRemedy;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.AbstractOptions;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.DescribeConfigsOptions;
import org.apache.kafka.clients.admin.DescribeConfigsResult;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.common.config.ConfigResource;

/** Deadline of an operation, with waits for answers of the client. */
public final class AnswerDeadline {
    private static final long PAUSE_NANOS = 50_000_000;

    private final Duration whole;
    private final long endNanos;

    public AnswerDeadline(Duration whole) {
        this.whole = whole;
        this.endNanos = System.nanoTime() + whole.toNanos();
    }

    /** Returns the remaining time in [1, 2^31), as requests need it. */
    public int remainingMillis() {
        long millis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, millis));
    }

    public <T extends AbstractOptions<T>> T limit(T options) {
        return options.timeoutMs(remainingMillis());
    }

    public DescribeClusterResult cluster(Admin admin) {
        return admin.describeCluster(limit(new DescribeClusterOptions()));
    }

    public DescribeTopicsResult topics(Admin admin, Collection<String> names) {
        return admin.describeTopics(names, limit(new DescribeTopicsOptions()));
    }

    public DescribeConfigsResult configs(Admin admin, Collection<ConfigResource> resources) {
        return admin.describeConfigs(resources, limit(new DescribeConfigsOptions()));
    }

    public Duration left() {
        return Duration.ofMillis(remainingMillis());
    }

    public boolean isOver() {
        return System.nanoTime() - endNanos >= 0;
    }

    /**
     * Waits for an answer.
     *
     * @param what what was requested, after "cannot"
     * @throws ExecutionException if the answer is an error
     * @throws DriverException if there is no answer in time
     */
    public <T> T await(String what, Future<T> answer) throws ExecutionException {
        try {
            return answer.get(remainingMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new DriverException("cannot " + what + ": no answer within " + whole.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DriverException("cannot " + what + ": interrupted", e);
        }
    }

    /**
     * Waits for an answer that is no error.
     *
     * @param what what was requested, after "cannot"
     * @throws DriverException if the answer is an error, or there is none in time
     */
    public <T> T get(String what, Future<T> answer) {
        try {
            return await(what, answer);
        } catch (ExecutionException e) {
            throw failure(what, e);
        }
    }

    public static DriverException failure(String what, ExecutionException e) {
        return new DriverException("cannot " + what + ": " + FailureRemedy.text(e), e);
    }

    /** Returns whether an exception of {@link #get} reports an answer of this type, and not that there was none. */
    public static boolean isAnswer(DriverException e, Class<? extends Throwable> type) {
        return e.getCause() instanceof ExecutionException answer && type.isInstance(answer.getCause());
    }

    /**
     * Waits briefly before the next check.
     *
     * @throws DriverException if the deadline is over or the thread interrupted
     */
    public void pause(String missing) {
        if (isOver()) {
            throw new DriverException(missing + " after " + whole.toMillis() + " ms");
        }
        LockSupport.parkNanos(this, PAUSE_NANOS);
        if (Thread.currentThread().isInterrupted()) {
            throw new DriverException(missing + ", and the wait was interrupted");
        }
    }
}
