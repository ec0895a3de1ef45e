package dev.weir.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.campaign.Campaign.CampaignOrigin;
import dev.weir.campaign.request.CampaignListener;
import dev.weir.campaign.request.CampaignRun;
import dev.weir.clock.SystemClock;
import dev.weir.coordinator.request.MeasuredSystem;
import dev.weir.coordinator.request.ProgressListener;
import dev.weir.coordinator.request.RunRequest.WorkerTarget;
import dev.weir.driver.config.DriverConfig;
import dev.weir.driver.loading.Drivers;
import dev.weir.driver.none.NoneDriverFactory;
import dev.weir.result.RunHeader.RunIdentity.CampaignPlace;
import dev.weir.result.interval.Phase;
import dev.weir.result.stored.CampaignIndex;
import dev.weir.worker.WorkerServer;
import dev.weir.workload.Hooks;
import dev.weir.workload.Topology;
import dev.weir.workload.Workloads;
import dev.weir.workload.file.WorkloadPoint.GivenFields;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CampaignTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    Path folder;

    private final List<String> endings = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private @Nullable Campaign campaign;

    @Test
    void whatAnInterruptionDoesDependsOnThePhase() {
        try (var worker = WorkerServer.listenInProcess(Drivers.onClassPath(), SystemClock.INSTANCE)) {
            campaign = new Campaign(
                    IntStream.of(1, 2).mapToObj(this::run).toList(),
                    List.of(new WorkerTarget("in-process", worker.address())),
                    Topology.SWARM,
                    new CampaignOrigin("", "", "", Map.of()),
                    SystemClock.INSTANCE,
                    List.of((run, number, count) -> ProgressListener.NONE, new Listener()),
                    CampaignIndex.none());
            campaign.execute();
        }

        assertThat(endings)
                .startsWith(
                        "1: " + Campaign.NO_RUN_TO_END,
                        "PREPARE: Weir ends the run before its load begins: it deletes the topics that it has created"
                                + " so far and writes a result without measurements")
                .contains("MEASUREMENT: Weir ends the run: it stops the load, deletes its topics and writes a result of"
                        + " what it has measured so far")
                .endsWith("2: " + Campaign.NO_RUN_TO_END);
    }

    @Test
    void passesEachCallOnToAllListenersInTheirOrder() throws ReflectiveOperationException {
        ProgressListener all = ProgressListener.all(List.of(recorder("one"), recorder("two")));
        for (Method each : ProgressListener.class.getMethods()) {
            if (!Modifier.isStatic(each.getModifiers())) {
                Stream<Class<?>> types = Stream.of(each.getParameterTypes());
                each.invoke(
                        all,
                        types.map(type -> type == double.class ? 1.0 : null).toArray());
                assertThat(calls).containsExactly("one " + each.getName(), "two " + each.getName());
                calls.clear();
            }
        }
    }

    private ProgressListener recorder(String name) {
        Class<?>[] types = {ProgressListener.class};
        return (ProgressListener)
                Proxy.newProxyInstance(ProgressListener.class.getClassLoader(), types, (proxy, method, arguments) -> {
                    calls.add(name + " " + method.getName());
                    return null;
                });
    }

    private CampaignRun run(int number) {
        return new CampaignRun(
                number,
                new CampaignPlace("two", Map.of(), number, GivenFields.NONE),
                Workloads.small().durations(SHORT, SHORT).build(),
                Hooks.NONE,
                MeasuredSystem.of(DriverConfig.of("none"), new NoneDriverFactory()),
                folder.resolve("run-" + number + ".json"));
    }

    private void ask(String when) {
        endings.add(when + ": " + (campaign == null ? "" : campaign.ending()));
    }

    private final class Listener implements CampaignListener, ProgressListener {
        @Override
        public ProgressListener runBegins(CampaignRun run, int number, int count) {
            ask(String.valueOf(number));
            if (number == 2 && campaign != null) {
                campaign.interrupt();
            }
            return this;
        }

        @Override
        public void phaseBegins(Phase phase, Optional<Duration> planned) {
            ask(phase.name());
        }
    }
}
