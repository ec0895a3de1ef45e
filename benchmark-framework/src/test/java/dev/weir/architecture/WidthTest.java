package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many components a record has, and how many parameters a method: more of them are made of parts that have a name. */
class WidthTest {
    private static final int WIDEST = 8;

    @TempDir
    private Path folder;

    @Test
    void nothingHasMoreThanEightComponentsOrParameters() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.toList()) {
                Path main = module.resolve(Path.of("src", "main", "java"));
                if (Files.isDirectory(main)) {
                    try (Stream<Path> files = Files.walk(main)) {
                        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                    }
                }
            }
        }

        assertThat(sources.stream().map(Path::getFileName).map(Path::toString))
                .contains("Coordinator.java", "KafkaDriver.java", "NatsDriver.java");
        assertThat(widerThan(WIDEST, sources)).isEmpty();
    }

    @Test
    void findsWhatIsTooWide() throws IOException {
        Path source = Files.writeString(
                folder.resolve("Wide.java"),
                "class Wide { record Two(int a, int b) { static int c; int one(int a) { return a; } }"
                        + " Wide(int a) { } static void three(int a, int b, int... c) { } }");

        assertThat(widerThan(1, List.of(source))).containsExactlyInAnyOrder("Wide.java: Two 2", "Wide.java: three 3");
        assertThat(widerThan(2, List.of(source))).containsExactly("Wide.java: three 3");
    }

    /** Files, names and widths. */
    private static List<String> widerThan(int most, List<Path> sources) throws IOException {
        List<String> found = new ArrayList<>();
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask)
                    compiler.getTask(null, files, null, List.of(), null, files.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : task.parse()) {
                new TreeScanner<Void, List<String>>() {
                    @Override
                    public Void visitClass(ClassTree type, List<String> wide) {
                        if (type.getKind() == Tree.Kind.RECORD) {
                            add(type.getSimpleName().toString(), components(type), wide);
                        }
                        return super.visitClass(type, wide);
                    }

                    @Override
                    public Void visitMethod(MethodTree method, List<String> wide) {
                        add(method.getName().toString(), method.getParameters().size(), wide);
                        return super.visitMethod(method, wide);
                    }

                    private void add(String name, int width, List<String> wide) {
                        if (width > most) {
                            Path file = Path.of(unit.getSourceFile().getName());
                            wide.add(file.getFileName() + ": " + name + " " + width);
                        }
                    }
                }.scan(unit, found);
            }
        }
        return found;
    }

    /** A record has no other fields that belong to its objects. */
    private static int components(ClassTree type) {
        return (int) type.getMembers().stream()
                .flatMap(member -> member instanceof VariableTree field ? Stream.of(field) : Stream.empty())
                .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .count();
    }
}
