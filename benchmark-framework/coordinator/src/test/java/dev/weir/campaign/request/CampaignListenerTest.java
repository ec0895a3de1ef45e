package dev.weir.campaign.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.coordinator.request.ProgressListener;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CampaignListenerTest {
    private final List<String> calls = new ArrayList<>();

    @Test
    void passesEachCallOnToAllListenersInTheirOrder() throws ReflectiveOperationException {
        CampaignListener campaign = CampaignListener.all(
                List.of(recorder(CampaignListener.class, "one"), recorder(CampaignListener.class, "two")));
        for (Method call : calls(CampaignListener.class)) {
            Object progress = invoke(call, campaign);
            assertThat(calls).containsExactly("one " + call.getName(), "two " + call.getName());
            calls.clear();
            if (progress instanceof ProgressListener) {
                for (Method each : calls(ProgressListener.class)) {
                    invoke(each, progress);
                    assertThat(calls).containsExactly("one " + each.getName(), "two " + each.getName());
                    calls.clear();
                }
            }
        }
    }

    private static List<Method> calls(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .toList();
    }

    private static Object invoke(Method method, Object listener) throws ReflectiveOperationException {
        return method.invoke(
                listener,
                Stream.of(method.getParameterTypes())
                        .map(type -> type == int.class ? (Object) 1 : type == double.class ? (Object) 1.0 : null)
                        .toArray());
    }

    private <T> T recorder(Class<T> type, String name) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    calls.add(name + " " + method.getName());
                    return method.getReturnType() == ProgressListener.class
                            ? recorder(ProgressListener.class, name)
                            : null;
                }));
    }
}
