package dev.weir.driver.kafka.wire;

import java.nio.channels.SelectionKey;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.network.ChannelBuilder;
import org.apache.kafka.common.network.ChannelMetadataRegistry;
import org.apache.kafka.common.network.CipherInformation;
import org.apache.kafka.common.network.ClientInformation;
import org.apache.kafka.common.network.KafkaChannel;

/**
 * Builds Kafka's channels, and reports the end of each TLS handshake: a channel registers its cipher then.
 *
 * @param finished receives the name of a channel whose handshake has ended
 */
record HandshakeTimes(ChannelBuilder channels, Consumer<String> finished) implements ChannelBuilder {
    @Override
    public KafkaChannel buildChannel(
            String id, SelectionKey key, int maxReceiveSize, MemoryPool memory, ChannelMetadataRegistry registry) {
        return channels.buildChannel(id, key, maxReceiveSize, memory, new Registry(id, registry, finished));
    }

    @Override
    public void configure(Map<String, ?> configs) {
        channels.configure(configs);
    }

    @Override
    public void close() {
        channels.close();
    }

    private record Registry(String id, ChannelMetadataRegistry registry, Consumer<String> finished)
            implements ChannelMetadataRegistry {
        @Override
        public void registerCipherInformation(CipherInformation cipher) {
            finished.accept(id);
            registry.registerCipherInformation(cipher);
        }

        @Override
        public CipherInformation cipherInformation() {
            return registry.cipherInformation();
        }

        @Override
        public void registerClientInformation(ClientInformation client) {
            registry.registerClientInformation(client);
        }

        @Override
        public ClientInformation clientInformation() {
            return registry.clientInformation();
        }

        @Override
        public void close() {
            registry.close();
        }
    }
}
