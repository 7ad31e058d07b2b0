export type ProviderFaultCode = "unreachable" | "timeout" | "stream_cut" | "unreadable" | "no_answer";

/**
 * A provider's answer that cannot be used, though no HTTP status says so. `unreachable`: no connection, or it
 * broke; `timeout`: silent for too long; `stream_cut`:
 * the stream ended before the answer did; `unreadable`: not the protocol's form; `no_answer`: nothing in it.
 */
export class ProviderFault extends Error {
  override name = "ProviderFault";
  readonly code: ProviderFaultCode;

  constructor(code: ProviderFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
