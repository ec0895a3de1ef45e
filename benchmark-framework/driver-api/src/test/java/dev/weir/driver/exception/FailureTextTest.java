package dev.weir.driver.exception;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class FailureTextTest {
    @Test
    void containsEachCauseOnce() {
        var first = new IOException("the certificate has expired.");
        var middle = new IllegalStateException("handshake failed: the certificate has expired", first);

        assertThat(FailureText.of(new DriverException("cannot connect", new ExecutionException(middle))))
                .isEqualTo("cannot connect; caused by IllegalStateException: handshake failed: the certificate has"
                        + " expired");
        assertThat(FailureText.of(new DriverException("cannot connect", first)))
                .isEqualTo("cannot connect; caused by IOException: the certificate has expired");
    }

    @Test
    void namesTheKindOfAFailureWhoseMessageAloneSaysNothing() {
        assertThat(FailureText.of(new NoSuchFileException("/key"))).isEqualTo("NoSuchFileException: /key");
        assertThat(FailureText.of(new IllegalStateException())).isEqualTo("IllegalStateException");
        assertThat(FailureText.of(new IllegalStateException(new IOException())))
                .isEqualTo("IllegalStateException: java.io.IOException");
    }

    @Test
    void endsWithCausesThatCauseEachOther() {
        var one = new IllegalStateException("one");
        var other = new IllegalStateException("other", one);
        one.initCause(other);

        assertThat(FailureText.of(one)).isEqualTo("IllegalStateException: one; caused by IllegalStateException: other");
    }
}
