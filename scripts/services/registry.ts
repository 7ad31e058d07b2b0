import { postgres } from "./postgres.ts";
import type { Service } from "./service.ts";

/** The services, in the order in which they start. */
export const SERVICES: readonly Service[] = [postgres];
