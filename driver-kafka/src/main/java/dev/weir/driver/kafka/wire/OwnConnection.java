package dev.weir.driver.kafka.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.requests.RequestHeader;
import org.jspecify.annotations.Nullable;

/** State of one connection of {@link OwnConnections}. Used by the thread of that sender, except {@link #enqueue}. */
final class OwnConnection {
    private enum State {
        CLOSED,
        CONNECTING,
        AUTHENTICATING,
        READY
    }

    /** @param batch null if the request asks for an identity */
    record Request(RequestHeader header, @Nullable BatchBuffer batch, long sentNanos) {}

    private final int number;
    private final String id;
    private final String clientId;
    private final Deque<Request> requests = new ArrayDeque<>(1);
    private State state = State.CLOSED;
    private @Nullable Node broker;
    private int correlation;
    private int failures;
    private long notBeforeNanos = System.nanoTime();
    private boolean wakes;
    private long wakesNanos;
    private boolean sends;
    private boolean hasAcknowledged;
    private @Nullable ProducerIdentity identity;

    private boolean lacksLeader;
    /** Time since when it lacks a leader, or at which a failed attempt was last counted for that. */
    private long lackingNanos;

    private long beganNanos;
    private long tcpNanos;
    private long tlsNanos;

    private boolean isQueued;

    OwnConnection(int number, String clientId, @Nullable ProducerIdentity identity) {
        this.number = number;
        this.id = Integer.toString(number);
        this.clientId = clientId;
        this.identity = identity;
    }

    /** Returns the number of the connection, which is that of its queue. */
    int number() {
        return number;
    }

    /** Returns the name of the connection in Kafka's selector. */
    String id() {
        return id;
    }

    /** Returns whether the connection is to be put into the queue of connections with something to send. Any thread. */
    synchronized boolean enqueue() {
        boolean isNew = !isQueued;
        isQueued = true;
        return isNew;
    }

    synchronized void dequeued() {
        isQueued = false;
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    boolean isConnecting() {
        return state == State.CONNECTING;
    }

    boolean isAuthenticating() {
        return state == State.AUTHENTICATING;
    }

    boolean isReady() {
        return state == State.READY;
    }

    /** Returns whether a request can be given to the selector, which takes one at a time. */
    boolean canSend() {
        return isReady() && !sends;
    }

    long nanosUntilAttempt(long nowNanos) {
        return notBeforeNanos - nowNanos;
    }

    /** Makes no attempt to connect before this time. */
    void waitUntil(long nanos) {
        notBeforeNanos = nanos;
    }

    void begins(Node leader, long nowNanos) {
        state = State.CONNECTING;
        broker = leader;
        beganNanos = nowNanos;
        tcpNanos = -1;
        tlsNanos = -1;
    }

    void tcpConnected(long nowNanos) {
        state = State.AUTHENTICATING;
        tcpNanos = nowNanos;
    }

    void tlsConnected(long nowNanos) {
        tlsNanos = nowNanos;
    }

    void ready() {
        state = State.READY;
        failures = 0;
        hasAcknowledged = false;
    }

    long tcpTook() {
        return tcpNanos - beganNanos;
    }

    /** Returns the time of the handshake; -1 without TLS. A poll can contain the end of TCP and of the handshake. */
    long tlsTook() {
        return tlsNanos < 0 ? -1 : Math.max(0, tlsNanos - tcpNanos);
    }

    /** Returns the time since TCP and TLS were ready, which SASL took. */
    long saslTook(long nowNanos) {
        return nowNanos - Math.max(tcpNanos, tlsNanos);
    }

    /** Returns the time for which the connection has been open, or is being made. */
    long age(long nowNanos) {
        return nowNanos - beganNanos;
    }

    /**
     * Notes that no leader of its partition can be reached now. Returns whether this counts as a failed attempt, as it does
     * each time that the limit has passed.
     */
    boolean lacksLeader(long nowNanos, long limitNanos) {
        boolean isOver = lacksLeader && nowNanos - lackingNanos > limitNanos;
        if (!lacksLeader || isOver) {
            lacksLeader = true;
            lackingNanos = nowNanos;
        }
        return isOver;
    }

    /** Returns whether its oldest request was sent before a moment. */
    boolean isUnanswered(long sentBefore) {
        Request oldest = requests.peek();
        return oldest != null && oldest.sentNanos() - sentBefore < 0;
    }

    /** Returns the broker of the last attempt to connect; null before the first attempt. */
    @Nullable
    Node broker() {
        return broker;
    }

    String brokerName() {
        return broker == null ? "an unknown broker" : "broker " + broker.id();
    }

    RequestHeader header(ApiKeys api, short version) {
        return new RequestHeader(api, version, clientId, correlation++);
    }

    void sends(Request request) {
        sends = true;
        requests.add(request);
    }

    void hasSent() {
        sends = false;
    }

    /** Takes the oldest request, which was answered. */
    @Nullable
    Request answered() {
        return requests.poll();
    }

    /** Returns whether this is the first acknowledgement since the connection was made. */
    boolean acknowledgesFirst() {
        boolean isFirst = !hasAcknowledged;
        hasAcknowledged = true;
        return isFirst;
    }

    boolean asksForIdentity() {
        return requests.stream().anyMatch(request -> request.batch() == null);
    }

    @Nullable
    ProducerIdentity identity() {
        return identity;
    }

    void identify(@Nullable ProducerIdentity given) {
        identity = given;
    }

    /** Notes that the connection has ended. Returns the requests that will not be answered. */
    List<Request> ended() {
        List<Request> open = new ArrayList<>(requests);
        requests.clear();
        state = State.CLOSED;
        sends = false;
        lacksLeader = false;
        return open;
    }

    /** Returns the number of failed attempts since the connection was last made. */
    int failures() {
        return failures;
    }

    /** Counts one more failure, and returns how many there were before. */
    int failed() {
        return failures++;
    }

    /** Returns whether the connection needs a timer for this time, because no timer wakes it before. */
    boolean wakesAt(long nanos) {
        if (wakes && wakesNanos - nanos <= 0) {
            return false;
        }
        wakes = true;
        wakesNanos = nanos;
        return true;
    }

    /** Notes that a timer is over. Returns false if an earlier timer replaced it. */
    boolean woke(long nanos) {
        boolean isCurrent = wakes && wakesNanos == nanos;
        wakes &= !isCurrent;
        return isCurrent;
    }
}
