import { z } from "zod";
import { LONGEST_TIMER_MS } from "../../../base/longest-timer.ts";

/** A time limit of a request or a turn. */
export const secondsSchema = z
  .number()
  .positive()
  .max(Math.floor(LONGEST_TIMER_MS / 1000));
