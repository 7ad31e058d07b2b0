/** Judges that can be probed. */
export const PROBED_ROLES = ["primary", "calibration"] as const;
export type ProbedRole = (typeof PROBED_ROLES)[number];
