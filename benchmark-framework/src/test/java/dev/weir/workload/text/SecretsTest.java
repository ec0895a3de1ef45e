package dev.weir.workload.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecretsTest {

    @Test
    void hidesTheSecretsOfAFileLineByLine() {
        String file =
                "user: bench\npassword: sword fish\nuris: [amqp://a:b@host]\nclient: {authToken: abc, other: 1}\n";

        assertThat(Secrets.withoutSecret("file", file))
                .isEqualTo(
                        "user: bench\npassword: [hidden]\nuris: [amqp://[hidden]@host]\nclient: {authToken: [hidden]\n");
    }

    @Test
    void hidesAWholeFileWhoseSecretIsOnLinesOfItsOwn() {
        assertThat(Secrets.withoutSecret("file", "a: 1\nprivateKey: |\n  MIIEv\n"))
                .isEqualTo(Secrets.HIDDEN);
        assertThat(Secrets.withoutSecret("file", "a: 1\nsecrets:\n  - x\n")).isEqualTo(Secrets.HIDDEN);
        assertThat(Secrets.withoutSecret("file", "sasl.jaas.config=x \\\n  password=y\n"))
                .isEqualTo(Secrets.HIDDEN);
    }

    @Test
    void leavesAValueOfOneLineAsItIs() {
        assertThat(Secrets.withoutSecret("note", "password: none")).isEqualTo("password: none");
    }
}
