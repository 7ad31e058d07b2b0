/** Artifact type, and kind of knowledge, of a pattern that was mined from reports of faults. */
export const FAULT_PATTERN = "fault_pattern";
/** Kind of the links from a pattern to its reports. */
export const PATTERN_MEMBER = "pattern_member";
