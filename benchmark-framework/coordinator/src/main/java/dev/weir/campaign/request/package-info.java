/** Runs that a campaign is asked to carry out, and how its progress is reported. */
@NullMarked
package dev.weir.campaign.request;

import org.jspecify.annotations.NullMarked;
