package dev.weir.report.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.durability.Durability;
import dev.weir.driver.durability.DurabilityItem;
import dev.weir.driver.durability.DurabilityKey;
import dev.weir.driver.durability.DurabilitySource;
import dev.weir.report.board.Board.RankingGroup;
import dev.weir.report.board.SampleBoard.Machine;
import dev.weir.report.html.SampleFiles;
import dev.weir.result.stored.Comparability;
import dev.weir.result.stored.Comparability.ComparabilityVerdict;
import dev.weir.result.stored.StoredResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankingGroupTest {
    private static final Machine MACHINE = new Machine("Kafka", "4.1", "8 cores", "a");

    @Test
    void allResultsOfARankingAreComparableAndAllComparableOnesAreInIt() {
        List<RankingGroup> groups = RankingGroup.of(SampleBoard.entries(300, 2));

        List<BoardEntry> firsts =
                groups.stream().map(group -> group.entries().get(0)).toList();
        for (RankingGroup group : groups) {
            BoardEntry first = group.entries().get(0);
            assertThat(group.entries()).allMatch(entry -> verdict(entry, first) == ComparabilityVerdict.EQUAL);
            assertThat(firsts)
                    .filteredOn(other -> verdict(other, first) == ComparabilityVerdict.EQUAL)
                    .hasSize(1);
        }
        assertThat(groups.stream().mapToInt(group -> group.entries().size()).sum())
                .isEqualTo(300);
    }

    @Test
    void theOrderOfTheFilesDoesNotMatter() {
        List<BoardEntry> entries = new ArrayList<>(SampleBoard.entries(300, 3));
        String page = new Board(entries).html();

        Collections.shuffle(entries, new Random(3));

        assertThat(new Board(entries).html()).isEqualTo(page);
    }

    @Test
    void ratesThatAchieveTheTargetAreEqualAndP99Decides() {
        BoardEntry fast = entry("fast", SampleBoard.durability(1, 3), 991, 2);
        BoardEntry slow = entry("slow", SampleBoard.durability(1, 3), 1001, 3);
        BoardEntry missed = entry("missed", SampleBoard.durability(1, 3), 989, 1);

        RankingGroup group = RankingGroup.of(List.of(missed, slow, fast)).get(0);

        assertThat(group.entries()).containsExactly(fast, slow, missed);
        assertThat(group.ranked()).isEqualTo(3);
    }

    /** The target of the fixture is 2,000 messages per second. */
    @Test
    void readsCountForTheTarget(@TempDir Path folder) throws IOException {
        ObjectNode result = SampleFiles.fixture();
        ObjectNode throughput =
                SampleFiles.weir(result).withObject("/throughput").put("readsPerSecond", 1000);
        throughput.put("achievedMessagesPerSecond", 1000);
        StoredResult stored = SampleFiles.read(SampleFiles.write(result, folder.resolve("r.json")));

        BoardEntry entry = BoardEntry.of(stored, new BoardEntry.Links("", "", false));

        assertThat(entry.figures().rankedRate()).isEqualTo(2000);
        assertThat(entry.figures().rate()).isEqualTo("1,000");
    }

    @Test
    void periodsAfterWhichCopiesGoToTheDiskDoNotSplitARanking() {
        BoardEntry os = entry("a", fsync(Durability.BY_THE_OS), 1000, 1);
        BoardEntry second = entry("b", fsync(Durability.EVERY + "1000 ms"), 1000, 1);
        BoardEntry before = entry("c", fsync(Durability.BEFORE_ACKNOWLEDGEMENT), 1000, 1);

        assertThat(RankingGroup.of(List.of(os, second, before)))
                .extracting(RankingGroup::ranked)
                .containsExactly(2, 0);
    }

    @Test
    void unknownDurabilityIsNotRanked() {
        assertThat(RankingGroup.of(List.of(entry("a", Durability.NONE, 1000, 1), entry("b", Durability.NONE, 1000, 1))))
                .extracting(RankingGroup::ranked, RankingGroup::isComparable)
                .containsExactly(tuple(0, false));
    }

    private static Durability fsync(String value) {
        return SampleBoard.durability(1, 3)
                .with(new Durability(List.of(DurabilityItem.of(DurabilityKey.FSYNC, value, DurabilitySource.SYSTEM))));
    }

    private static BoardEntry entry(String label, Durability durability, double achieved, double p99) {
        var figures = SampleBoard.figures(1000, achieved, p99);
        return SampleBoard.entry(label, SampleBoard.load(1000), durability, MACHINE, "VALID", figures, 0);
    }

    private static ComparabilityVerdict verdict(BoardEntry one, BoardEntry other) {
        return Comparability.of(List.of(one.conditions(), other.conditions()), Set.of())
                .verdict();
    }
}
