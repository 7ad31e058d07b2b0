import { ContextOverflowError } from "@langchain/core/errors";
import { ProviderFault, type ProviderFaultCode } from "../../base/providers/provider-fault.ts";

/** A provider's failure as it is recorded: what decides how it is taken, and no header. */
export interface TapedError {
  name: string;
  message: string;
  status?: number;
  code?: string;
  cause?: TapedError;
}

/** Depth to which causes are kept. */
const MAX_CAUSES = 10;

export function errorToTape(error: unknown, depth = 0): TapedError {
  const { name, message, status, code, cause } = (error ?? {}) as Partial<Record<keyof TapedError, unknown>>;
  return {
    name: typeof name === "string" ? name : "Error",
    message: typeof message === "string" ? message : String(error),
    ...(typeof status === "number" && { status }),
    ...(typeof code === "string" && { code }),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: errorToTape(cause, depth + 1) }),
  };
}

/** An error that is taken as the recorded one was: by class, name, status, code and causes. */
export function errorFromTape(taped: TapedError): Error {
  const { name, status, code, cause } = taped;
  return Object.assign(instanceOf(taped), {
    name,
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(cause && { cause: errorFromTape(cause) }),
  });
}

/** The classes that somebody asks for. */
function instanceOf({ name, message, code }: TapedError): Error {
  if (name === "ContextOverflowError") return new ContextOverflowError(message);
  if (name === "ProviderFault") return new ProviderFault(code as ProviderFaultCode, message);
  return new Error(message);
}
