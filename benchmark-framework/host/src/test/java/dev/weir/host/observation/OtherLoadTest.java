package dev.weir.host.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.clock.SystemClock;
import dev.weir.host.facts.HostFiles;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OtherLoadTest {
    @Test
    void sharesAreOfAllCores() throws InterruptedException {
        OtherLoad.OtherLoadFigures load =
                new OtherLoad(HostFiles.OF_THIS_HOST, SystemClock.INSTANCE).after(Duration.ofMillis(100));

        load.cpuShare().ifPresent(share -> assertThat(share).isBetween(0.0, 1.0));
        load.stolenShare().ifPresent(share -> assertThat(share).isBetween(0.0, 1.0));
    }
}
