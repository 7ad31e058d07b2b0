import { ContextOverflowError } from "@langchain/core/errors";
import { ProviderFault, type ProviderFaultCode } from "../../base/providers/provider-fault.ts";
import type { Wait } from "../../base/providers/retrying-fetch.ts";

/** A provider's failure as it is recorded: what decides how it is taken, and no header. */
export interface RecordedError {
  name: string;
  message: string;
  status?: number;
  code?: string;
  waits?: readonly Wait[];
  cause?: RecordedError;
}

/** Depth to which causes are kept. */
const MAX_CAUSES = 10;

export function toRecordedError(error: unknown, depth = 0): RecordedError {
  const { name, message, status, code, cause, waits } = (error ?? {}) as Partial<Record<keyof RecordedError, unknown>>;
  return {
    name: typeof name === "string" ? name : "Error",
    message: typeof message === "string" ? message : String(error),
    ...(typeof status === "number" && { status }),
    ...(typeof code === "string" && { code }),
    ...(Array.isArray(waits) && { waits }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: toRecordedError(cause, depth + 1) }),
  };
}

/** An error that is taken as the recorded one was: by class, name, status, code and causes. */
export function fromRecordedError(recorded: RecordedError): Error {
  const { name, status, code, cause, waits } = recorded;
  return Object.assign(instanceOf(recorded), {
    name,
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(waits && { waits }),
    ...(cause && { cause: fromRecordedError(cause) }),
  });
}

/** The classes that somebody asks for. */
function instanceOf({ name, message, code }: RecordedError): Error {
  if (name === "ContextOverflowError") return new ContextOverflowError(message);
  if (name === "ProviderFault") return new ProviderFault(code as ProviderFaultCode, message);
  return new Error(message);
}
