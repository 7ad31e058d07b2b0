import type { FeatureArea } from "../concept.ts";
import { CONNECTION } from "./connection.ts";
import { DUAL_CONNECTIVITY } from "./dual-connectivity.ts";
import { INTERFACES } from "./interfaces.ts";
import { MOBILITY } from "./mobility.ts";
import { OPERATIONS } from "./operations.ts";
import { POSITIONING_AND_BROADCAST } from "./positioning-and-broadcast.ts";
import { REGISTRATION } from "./registration.ts";
import { SECURITY } from "./security.ts";
import { SELF_ORGANISING } from "./self-organising.ts";
import { SESSION } from "./session.ts";
import { SLICING } from "./slicing.ts";
import { USER_PLANE } from "./user-plane.ts";
import { VOICE_AND_WARNING } from "./voice-and-warning.ts";

export const FEATURE_AREAS: readonly FeatureArea[] = [
  MOBILITY,
  CONNECTION,
  REGISTRATION,
  SECURITY,
  SESSION,
  INTERFACES,
  USER_PLANE,
  DUAL_CONNECTIVITY,
  SELF_ORGANISING,
  VOICE_AND_WARNING,
  POSITIONING_AND_BROADCAST,
  OPERATIONS,
  SLICING,
];
