package dev.weir.plan;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * The value of a section of the workload that workers have to know. In an assignment, it goes by the name under which its
 * feature registers the record.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public interface LoadPart {}
