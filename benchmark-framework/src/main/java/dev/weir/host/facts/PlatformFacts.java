package dev.weir.host.facts;

import java.util.Optional;

/**
 * The operating system, and what lies between it and the hardware.
 *
 * @param os name and version of the kernel
 * @param distribution what the operating system calls itself
 * @param virtualMachine what the host is a guest of; absent on bare metal, as far as that shows
 * @param container what contains the process
 */
public record PlatformFacts(
        String os, Optional<String> distribution, Optional<String> virtualMachine, Optional<String> container) {}
