package dev.weir.plan;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * The value of a section of the workload that workers need. In an assignment, its type is the name under which its feature
 * registers the record.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public interface LoadPart {}
