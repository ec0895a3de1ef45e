package dev.weir.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that Maven's modules do not hold. */
class ArchitectureTest {
    static final String ROOT = "dev.weir";

    /** The classes of all modules of the framework, without tests; read once, since that takes seconds. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(ROOT);

    @Test
    void packagesHaveNoCycles() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @ParameterizedTest
    @CsvSource({
        "[wire|live], io.netty.[bootstrap|buffer|channel|handler]..",
        "measure, org.HdrHistogram..",
        "workload, org.yaml..",
        "cli, picocli..",
        "live, io.prometheus..",
        "feature.profiles, jdk.jfr.consumer.."
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
        return ROOT + "." + name + "..";
    }
}
