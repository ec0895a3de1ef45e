package dev.weir.wire.tls;

/** Which end of a connection a certificate is for. One that names the purposes that it has must name this one. */
public enum TlsRole {
    /** It connects: the purpose is TLS client authentication. */
    COORDINATOR("coordinator", "1.3.6.1.5.5.7.3.2"),
    /** It listens: the purpose is TLS server authentication. */
    WORKER("worker", "1.3.6.1.5.5.7.3.1");

    /** What a certificate may name in the place of any purpose. */
    static final String ANY_PURPOSE = "2.5.29.37.0";

    private final String text;
    private final String purpose;

    TlsRole(String text, String purpose) {
        this.text = text;
        this.purpose = purpose;
    }

    /** For people. */
    public String text() {
        return text;
    }

    /** Its object identifier (RFC 5280, 4.2.1.12). */
    String purpose() {
        return purpose;
    }
}
