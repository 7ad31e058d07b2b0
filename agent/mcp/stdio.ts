import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { ToolContext } from "../turns/tool-context.ts";
import { makeMcpServer } from "./server.ts";

export interface StdioOptions {
  context: ToolContext;
  input: Readable;
  output: Writable;
  /** Ends the service. */
  signal: AbortSignal;
}

/** Serves one client over a pair of streams until it closes its end or the signal is aborted. */
export async function serveMcpStdio({ context, input, output, signal }: StdioOptions): Promise<void> {
  const server = makeMcpServer(context);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  // The SDK's transport does not hear of a client that is gone.
  const close = (): void => void server.close();
  input.once("end", close).once("close", close);
  signal.addEventListener("abort", close, { once: true });
  await server.connect(new StdioServerTransport(input, output));
  if (signal.aborted) close();
  await closed;
  signal.removeEventListener("abort", close);
}
