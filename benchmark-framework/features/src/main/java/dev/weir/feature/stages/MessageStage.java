package dev.weir.feature.stages;

import java.util.Optional;
import java.util.stream.Stream;

/** Part of the way of a message from its intended send time to its acknowledgement or its receipt. */
enum MessageStage {
    SEND_DELAY("sendDelay", "send delay"),
    CLIENT_QUEUE("clientQueue", "queue of the producer"),
    REQUEST_QUEUE("requestQueue", "request queue of the broker"),
    LOCAL_LOG("localLog", "local log of the broker"),
    REPLICATION("replication", "wait for replicas"),
    RESPONSE_QUEUE("responseQueue", "response queue of the broker"),
    RESPONSE_SEND("responseSend", "sending the response"),
    FETCH_WAIT("fetchWait", "wait for a fetch request"),
    FETCH_RESPONSE_QUEUE("fetchResponseQueue", "response queue of the broker, fetch"),
    FETCH_RESPONSE_SEND("fetchResponseSend", "sending the response, fetch"),
    /** Remainder of publishing. */
    NETWORK_AND_CLIENT("networkAndClient", "network and client"),
    /** Remainder of delivery: with the wait for a fetch request, and with any backlog. */
    DELIVERY("delivery", "fetch wait, network and clients"),
    /** Remainder if the brokers report no times. */
    NOT_DIVIDED("notDivided", "client to client, not divided");

    private final String key;
    private final String text;

    MessageStage(String key, String text) {
        this.key = key;
        this.text = text;
    }

    /** Returns its name in results. */
    public String key() {
        return key;
    }

    /** Returns the name for people of a stage of a result, which can be of a newer version of Weir. */
    public static String text(String key) {
        return of(key).map(stage -> stage.text).orElse(key);
    }

    public static Optional<MessageStage> of(String key) {
        return Stream.of(values()).filter(stage -> stage.key.equals(key)).findFirst();
    }
}
