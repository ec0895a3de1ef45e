package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * How many classes can be understood only together: knots of classes of which each depends, perhaps through others, on
 * each. Nested classes count as their outer class.
 */
class KnotsTest {
    private static final int MAX_CLASSES = 5;

    @Test
    void noKnotIsLargerThanFiveClasses() {
        Map<String, Set<String>> reached = reached(arrows());
        Set<Set<String>> knots = new HashSet<>();
        reached.forEach((name, all) -> {
            Set<String> knot = new TreeSet<>(all);
            knot.removeIf(other -> !reached.getOrDefault(other, Set.of()).contains(name));
            knots.add(knot);
        });

        assertThat(knots).allSatisfy(knot -> assertThat(knot).hasSizeLessThanOrEqualTo(MAX_CLASSES));
    }

    /** What each class depends on. */
    private static Map<String, Set<String>> arrows() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (JavaClass each : ArchitectureTest.CLASSES) {
            Set<String> targets = arrows.computeIfAbsent(outer(each), name -> new TreeSet<>());
            each.getDirectDependenciesFromSelf().stream()
                    .map(Dependency::getTargetClass)
                    .filter(target -> target.getPackageName().startsWith(ArchitectureTest.ROOT + "."))
                    .forEach(target -> targets.add(outer(target)));
        }
        return arrows;
    }

    private static String outer(JavaClass each) {
        return each.getName().replaceFirst("\\$.*", "");
    }

    /** What each class depends on, also through others. */
    private static Map<String, Set<String>> reached(Map<String, Set<String>> arrows) {
        Map<String, Set<String>> reached = new TreeMap<>();
        arrows.forEach((name, targets) -> {
            Set<String> seen = new HashSet<>();
            Deque<String> open = new ArrayDeque<>(targets);
            while (!open.isEmpty()) {
                String next = open.pop();
                if (seen.add(next)) {
                    open.addAll(arrows.getOrDefault(next, Set.of()));
                }
            }
            reached.put(name, seen);
        });
        return reached;
    }
}
