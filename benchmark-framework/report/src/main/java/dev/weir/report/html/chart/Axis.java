package dev.weir.report.html.chart;

import dev.weir.report.Figures;
import dev.weir.report.html.tag.NumberKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * One axis of a chart.
 *
 * @param label with the unit
 * @param log whether it is logarithmic at first; a reader can change that
 * @param categories names of the values 0, 1 and so on; empty if it has numbers
 */
public record Axis(String label, NumberKind kind, boolean log, List<String> categories) {
    /** Steps between ticks of a time. */
    private static final double[] SECONDS = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400
    };

    public Axis {
        categories = List.copyOf(categories);
    }

    public static Axis linear(String label, NumberKind kind) {
        return new Axis(label, kind, false, List.of());
    }

    public static Axis log(String label, NumberKind kind) {
        return new Axis(label, kind, true, List.of());
    }

    public static Axis of(String label, List<String> categories) {
        return new Axis(label, NumberKind.CATEGORY, false, categories);
    }

    String text(double value) {
        return categories.isEmpty() ? kind.text(value) : categories.get((int) Math.round(value));
    }

    /** Formats a value for a tick, where there is little room. */
    String tick(double value) {
        return switch (kind) {
            case SECONDS, PERCENTILE, CATEGORY -> text(value);
            case MILLIS, RATE, MESSAGES, PLAIN -> Figures.scaled(value);
        };
    }

    /** Returns about {@code most} round values between two others, both included. */
    public List<Double> ticks(double min, double max, int most) {
        if (kind == NumberKind.CATEGORY || kind == NumberKind.PERCENTILE) {
            return steps(Math.ceil(min), max, Math.max(1, Math.ceil((max - min) / most)));
        }
        if (log) {
            return decades(min, max);
        }
        double least = (max - min) / most;
        double step = kind == NumberKind.SECONDS ? secondsStep(least) : roundStep(least);
        return steps(Math.ceil(min / step) * step, max, step);
    }

    private static List<Double> steps(double first, double last, double step) {
        List<Double> ticks = new ArrayList<>();
        for (int i = 0; first + i * step <= last + step * 1e-9; i++) {
            ticks.add(first + i * step);
        }
        return ticks;
    }

    /** Returns powers of ten, and values between them if these are few. */
    private static List<Double> decades(double min, double max) {
        double[] within = Math.log10(max / min) > 2.5 ? new double[] {1} : new double[] {1, 2, 5};
        List<Double> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(min)); Math.pow(10, power) <= max; power++) {
            for (double factor : within) {
                double tick = factor * Math.pow(10, power);
                if (tick >= min * 0.999 && tick <= max * 1.001) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    private static double secondsStep(double least) {
        return DoubleStream.of(SECONDS)
                .filter(step -> step >= least)
                .findFirst()
                .orElse(Math.ceil(least / 86_400) * 86_400);
    }

    private static double roundStep(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        return DoubleStream.of(power, 2 * power, 5 * power)
                .filter(step -> step >= least * 0.999)
                .findFirst()
                .orElse(10 * power);
    }
}
