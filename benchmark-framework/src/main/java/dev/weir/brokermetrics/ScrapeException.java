package dev.weir.brokermetrics;

/** An endpoint did not tell its figures; the message says why, and begins after its name. */
final class ScrapeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScrapeException(String why) {
        super(why);
    }
}
