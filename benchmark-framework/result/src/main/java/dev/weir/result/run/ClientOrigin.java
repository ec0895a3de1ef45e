package dev.weir.result.run;

/**
 * Which client of a run it was.
 *
 * @param worker that ran it
 * @param clientId its name in the client's logs and the system's metrics
 */
public record ClientOrigin(String worker, String clientId) {}
