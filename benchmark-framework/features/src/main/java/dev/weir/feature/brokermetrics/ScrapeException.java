package dev.weir.feature.brokermetrics;

/** A scrape of an endpoint failed; the message is the reason, and follows the endpoint's name. */
final class ScrapeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScrapeException(String why) {
        super(why);
    }
}
