import type { LoggedEvent } from "../protocol/event-log.ts";
import { STREAM_MODES, type StreamMode } from "../protocol/protocol.ts";

export interface WireOptions {
  modes: ReadonlySet<StreamMode>;
  /** Events of executors, too; their names then tell where they come from. */
  subgraphs: boolean;
}

/** What a client wants to see; who does not say gets states. What other servers stream besides is left out. */
export function modesOf(asked: string | readonly string[] | null | undefined): ReadonlySet<StreamMode> {
  const known = [asked ?? "values"]
    .flat()
    .filter((mode): mode is StreamMode => STREAM_MODES.includes(mode as StreamMode));
  return new Set(known);
}

/** An event of a run for one client; null for what it did not ask for. */
export function onWire({ id, name, namespace, data }: LoggedEvent, { modes, subgraphs }: WireOptions): string | null {
  if (namespace.length > 0 && !subgraphs) return null;
  const path = namespace.map((part) => `|${part}`).join("");
  const lines = (event: string, text: string) => `id: ${id}\nevent: ${event}${path}\ndata: ${text}\n\n`;
  if (name !== "messages") return ALWAYS.has(name) || modes.has(name as StreamMode) ? lines(name, data) : null;
  if (modes.has("messages-tuple")) return lines("messages", data);
  return modes.has("messages") ? lines("messages/complete", JSON.stringify([JSON.parse(data)[0]])) : null;
}

const ALWAYS: ReadonlySet<string> = new Set(["metadata", "error", "end"]);
