package dev.weir.wire.tls;

/** End of a connection that a certificate is for. A certificate that lists its purposes must list this one. */
public enum TlsRole {
    /** Connects; its purpose is TLS client authentication. */
    COORDINATOR("coordinator", "1.3.6.1.5.5.7.3.2"),
    /** Listens; its purpose is TLS server authentication. */
    WORKER("worker", "1.3.6.1.5.5.7.3.1");

    /** Purpose that stands for any purpose. */
    static final String ANY_PURPOSE = "2.5.29.37.0";

    private final String text;
    private final String purpose;

    TlsRole(String text, String purpose) {
        this.text = text;
        this.purpose = purpose;
    }

    public String text() {
        return text;
    }

    /** Returns the object identifier of its purpose (RFC 5280, 4.2.1.12). */
    String purpose() {
        return purpose;
    }
}
