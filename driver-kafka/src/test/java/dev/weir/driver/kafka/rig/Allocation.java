package dev.weir.driver.kafka.rig;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashMap;
import java.util.Map;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * What the Java threads of another JVM allocate, as that JVM counts it, to the byte. Asking costs that JVM some
 * milliseconds of CPU time, and the threads that answer are left out. What a thread has allocated that is gone is
 * unknown: meant for JVMs whose threads stay.
 */
final class Allocation implements AutoCloseable {
    private final JMXConnector connector;
    private final ThreadMXBean threads;

    private Allocation(JMXConnector connector, ThreadMXBean threads) {
        this.connector = connector;
        this.threads = threads;
    }

    @SuppressWarnings("BanJNDI") // The other end is a JVM that the rig has started itself, on this host.
    static Allocation of(long pid) {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            String address;
            try {
                address = machine.startLocalManagementAgent();
            } finally {
                machine.detach();
            }
            JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
            return new Allocation(
                    connector,
                    ManagementFactory.newPlatformMXBeanProxy(
                            connector.getMBeanServerConnection(),
                            ManagementFactory.THREAD_MXBEAN_NAME,
                            ThreadMXBean.class));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot attach to process " + pid, e);
        } catch (AttachNotSupportedException e) {
            throw new IllegalStateException("cannot attach to process " + pid, e);
        }
    }

    /** Bytes that each of the threads has allocated since it began, by the thread's id. */
    Map<Long, Long> bytesByThread() {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        @Nullable ThreadInfo[] infos = threads.getThreadInfo(ids);
        Map<Long, Long> byThread = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            ThreadInfo info = infos[i];
            if (info != null && bytes[i] >= 0 && !isOurDoing(info.getThreadName())) {
                byThread.put(ids[i], bytes[i]);
            }
        }
        return byThread;
    }

    private static boolean isOurDoing(String threadName) {
        return threadName.startsWith("RMI ") || threadName.startsWith("JMX ") || threadName.equals("Attach Listener");
    }

    /** What was allocated between two readings. */
    static long between(Map<Long, Long> before, Map<Long, Long> after) {
        return after.entrySet().stream()
                .mapToLong(each -> each.getValue() - before.getOrDefault(each.getKey(), 0L))
                .sum();
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // The other JVM has ended before: there is nothing left to close.
        }
    }
}
