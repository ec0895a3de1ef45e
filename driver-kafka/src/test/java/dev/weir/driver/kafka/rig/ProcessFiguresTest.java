package dev.weir.driver.kafka.rig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessFiguresTest {
    private static final String STATUS = "Name:\tjava\nVmPeak:\t 9999 kB\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\n";
    private static final String IO = "rchar: 5000\nwchar: 17\nread_bytes: 4096\n";

    @Test
    void timeIsThatOfUserAndSystemTogether() {
        String stat = "42 (java) S 1 42 42 0 -1 4194304 100 0 7 0 1234 66 0 0 20 0 30 0 5000 99 88";

        assertThat(ProcessFigures.parse(stat, STATUS, IO)).isEqualTo(new ProcessFigures(13.0, 1 << 20, 2 << 20, 5000));
    }

    @Test
    void aNameMayHoldSpacesAndParentheses() {
        String stat = "42 (a) b (c) R 1 42 42 0 -1 4194304 100 0 7 0 50 50 0 0 20 0 30 0 5000 99 88";

        assertThat(ProcessFigures.parse(stat, STATUS, IO).cpuSeconds()).isEqualTo(1.0);
    }

    @Test
    void ofThisProcessTheyAreThere() {
        ProcessFigures own = ProcessFigures.of(ProcessHandle.current().pid());

        assertThat(own.cpuSeconds()).isPositive();
        assertThat(own.residentBytes()).isPositive();
        assertThat(own.peakResidentBytes()).isGreaterThanOrEqualTo(own.residentBytes());
    }
}
