package dev.weir.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules on packages, as the compiled classes keep them. {@link SourceImportsTest} sees what the compiler inlines. */
class ArchitectureTest {
    /** Weir's own classes, without tests; read once, since that takes seconds. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(new ImportOption.DoNotIncludeJars())
            .importPackages(PackageTable.ROOT);

    @Test
    void everyPackageHasARowInTheTable() {
        Set<String> packages = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .map(name -> name.substring(PackageTable.ROOT.length() + 1).replaceFirst("\\..*", ""))
                .collect(Collectors.toSet());

        assertThat(PackageTable.MAY_IMPORT).containsOnlyKeys(packages);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(PackageTable.ROOT + ".(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    static Set<String> packages() {
        return PackageTable.MAY_IMPORT.keySet();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void importsOnlyWhatItsRowAllows(String name) {
        String[] allowed = Stream.concat(Stream.of(name), PackageTable.of(name).stream())
                .map(ArchitectureTest::below)
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage(below(name))
                .should()
                .dependOnClassesThat(resideInAPackage(PackageTable.ROOT + "..").and(not(resideInAnyPackage(allowed))))
                .check(CLASSES);
    }

    static Set<String> rooms() {
        return PackageTable.ROOMS.keySet();
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void importsOnlyTheRoomsThatItsRowAllows(String name) {
        String[] allowed = Stream.concat(Stream.of(name), PackageTable.ROOMS.getOrDefault(name, Set.of()).stream())
                .map(each -> PackageTable.ROOT + "." + each)
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage(PackageTable.ROOT + "." + name)
                .should()
                .dependOnClassesThat(
                        resideInAPackage(below(name.replaceFirst("\\..*", ""))).and(not(resideInAnyPackage(allowed))))
                .check(CLASSES);
    }

    @Test
    void everyRoomOfAPackageWithRoomsHasARow() {
        assertThat(CLASSES.stream()
                        .map(each -> each.getPackageName().substring(PackageTable.ROOT.length() + 1))
                        .filter(name -> rooms().contains(name.replaceFirst("\\..*", ""))))
                .isSubsetOf(rooms());
    }

    @ParameterizedTest
    @CsvSource({
        "[wire|live], io.netty.[bootstrap|buffer|channel|handler]..",
        "measure, org.HdrHistogram..",
        "workload, org.yaml..",
        "cli, picocli..",
        "live, io.prometheus..",
        "profile, jdk.jfr.consumer.."
    })
    void onlyOnePackageSeesTheLibrary(String ours, String library) {
        noClasses()
                .that()
                .resideOutsideOfPackage(below(ours))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandsEndTheProcessOrWriteToItsOutput() {
        noClasses()
                .that()
                .resideOutsideOfPackage(below("cli"))
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .orShould()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }

    @Test
    void onlyTheClockAndDriversReadTheSystemsTime() {
        noClasses()
                .that()
                .resideOutsideOfPackages(below("clock"), below("driver"))
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .check(CLASSES);
    }

    @Test
    void nothingSleepsButPacing() {
        noClasses()
                .that()
                .resideOutsideOfPackage(below("pacing"))
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class)
                .check(CLASSES);
    }

    private static String below(String name) {
        return PackageTable.ROOT + "." + name + "..";
    }
}
