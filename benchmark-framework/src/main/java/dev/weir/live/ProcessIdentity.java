package dev.weir.live;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.resources.Resource;

/**
 * A process of Weir, as OpenTelemetry describes the source of metrics.
 *
 * @param service {@code weir-coordinator} or {@code weir-worker}
 * @param instance unique, so that a collector keeps the metrics of several processes apart
 * @param host name of the host
 * @param version version of Weir
 */
public record ProcessIdentity(String service, String instance, String host, String version) {
    Resource resource() {
        return Resource.create(Attributes.builder()
                .put("service.name", service)
                .put("service.instance.id", instance)
                .put("service.version", version)
                .put("host.name", host)
                .build());
    }
}
