package dev.weir.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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

    /** Only commands end the process or write to its output, only clocks and drivers read the time, and only pacing sleeps. */
    @ParameterizedTest
    @CsvSource({
        "cli, java.lang.(System.(exit|out|err)|Runtime.(exit|halt))",
        "[clock|driver], java.(lang.System.(nanoTime|currentTimeMillis)|time.Instant.now)",
        "pacing, java.lang.Thread.sleep"
    })
    void onlySomePackagesUse(String ours, String members) {
        noClasses()
                .that()
                .resideOutsideOfPackage(below(ours))
                .should()
                .accessTargetWhere(DescribedPredicate.describe(
                        "the target is " + members,
                        access -> access.getTarget()
                                .getFullName()
                                .replaceFirst("\\(.*", "")
                                .matches(members)))
                .check(CLASSES);
    }

    private static String below(String name) {
        return ROOT + "." + name + "..";
    }
}
