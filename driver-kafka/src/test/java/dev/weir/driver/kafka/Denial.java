package dev.weir.driver.kafka;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Entries of access control lists that refuse an operation to all users of a test's cluster. All other operations stay
 * allowed, unless the operation is {@code ALL}.
 */
public record Denial(List<AclBinding> entries) {
    public static Denial of(AclOperation operation, ResourceType type, String... names) {
        return new Denial(Arrays.stream(names)
                .flatMap(name -> entries(operation, new ResourcePattern(type, name, PatternType.LITERAL)))
                .toList());
    }

    /** Denies the operation on all resources whose names begin with the prefix. */
    public static Denial ofPrefix(AclOperation operation, ResourceType type, String prefix) {
        return new Denial(entries(operation, new ResourcePattern(type, prefix, PatternType.PREFIXED))
                .toList());
    }

    /** Returns ALLOW before DENY: a resource that only has a DENY entry refuses all operations. */
    private static Stream<AclBinding> entries(AclOperation operation, ResourcePattern resource) {
        var denied = new AclBinding(resource, entry(operation, AclPermissionType.DENY));
        return operation == AclOperation.ALL
                ? Stream.of(denied)
                : Stream.of(new AclBinding(resource, entry(AclOperation.ALL, AclPermissionType.ALLOW)), denied);
    }

    private static AccessControlEntry entry(AclOperation operation, AclPermissionType permission) {
        return new AccessControlEntry("User:ANONYMOUS", "*", operation, permission);
    }

    public void impose(Admin admin) {
        SharedCluster.answer(admin.createAcls(entries).all());
    }

    /** Removes the entries in reverse order, so that no resource only has a DENY entry for a moment. */
    public void end(Admin admin) {
        List<AclBindingFilter> filters =
                new ArrayList<>(entries.stream().map(AclBinding::toFilter).toList());
        Collections.reverse(filters);
        SharedCluster.answer(admin.deleteAcls(filters).all());
    }
}
