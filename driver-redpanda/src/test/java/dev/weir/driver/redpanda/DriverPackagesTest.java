package dev.weir.driver.redpanda;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Rules on the packages of the drivers of Kafka and Redpanda. Those of the framework are in {@code ArchitectureTest}. */
class DriverPackagesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.weir.driver.kafka", "dev.weir.driver.redpanda");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.weir.driver.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /** Brokers that a driver starts have processes of their own, which they end. */
    @Test
    void nothingSleepsOrEndsTheProcess() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.weir.driver.kafka.embedded")
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Runtime.class, "halt", int.class)
                .check(CLASSES);
    }
}
