package dev.weir.cli.option;

import dev.weir.workload.file.DriverFile;
import dev.weir.workload.file.FieldOption;
import dev.weir.workload.file.WorkloadFile;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fields that the options of a command line give.
 *
 * @param load fields of a workload without a file; empty if files are named
 * @param driver fields of a driver without a file, as {@code driver.} and the field; empty if systems are named
 * @param set other values of fields, whether they are in files or not
 */
public record OptionFiles(List<FieldOption> load, List<FieldOption> driver, List<FieldOption> set) {
    /** No fields: the files contain everything. */
    public static final OptionFiles NONE = new OptionFiles(List.of(), List.of(), List.of());

    private static final Set<String> NAMES = Set.of("driver.name", "driver.driver");

    public OptionFiles {
        load = List.copyOf(load);
        driver = List.copyOf(driver);
        set = List.copyOf(set);
    }

    /** Returns the files that the options stand for, for a person who wants to save them. */
    public String text() {
        List<FieldOption> ofDriver =
                set.stream().filter(FieldOption::isOfDriver).toList();
        List<FieldOption> ofLoad =
                set.stream().filter(each -> !each.isOfDriver()).toList();
        String workload = "# workload file, such as load.yaml\n" + WorkloadFile.text(joined(load, ofLoad));
        if (!driver.isEmpty()) {
            return workload + "\n# driver file, such as brokers.yaml; then: bin/benchmark -d brokers.yaml load.yaml\n"
                    + DriverFile.text(joined(driver, ofDriver));
        }
        return workload
                + ofDriver.stream()
                        .map(each -> "# run it with --set " + each.path() + "=" + each.value() + "\n")
                        .collect(Collectors.joining());
    }

    private static List<FieldOption> joined(List<FieldOption> some, List<FieldOption> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    public List<FieldOption> workload() {
        return joined(load, set);
    }

    /** Returns the same with another driver, which also gives the driver without a file its name. */
    public OptionFiles withDriver(String name) {
        List<FieldOption> named = driver.stream()
                .map(each -> NAMES.contains(each.path()) ? new FieldOption(each.option(), each.path(), name) : each)
                .toList();
        return new OptionFiles(load, named, set);
    }
}
