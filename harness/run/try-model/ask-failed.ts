import { modelFailureCode } from "../../../agent/models/failure-code.ts";
import type { WireNote } from "./wire-note.ts";

/** A request that brought no answer, with what was seen of it. */
export class AskFailed extends Error {
  /** As runs record it: `provider_429`, `context_overflow`; null for a fault of another kind. */
  readonly code: string | null;
  readonly wire: WireNote;

  constructor(cause: unknown, wire: WireNote) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = modelFailureCode(cause);
    this.wire = wire;
  }
}
