import { JournalFiles } from "./journal-files.ts";
import type { StateStore } from "./state.ts";
import type { StateLocation } from "./state-store.ts";

/** Kept in this process' memory, for what nobody goes on from; files, where a journal is given, are lines of it besides. */
export interface PassingLocation {
  journal: string | null;
}

/** The files of a state alone. Errors as in `openStateStore`. */
export async function openFiles(location: StateLocation | PassingLocation): Promise<StateStore> {
  if (!isPassing(location)) return (await import("./state-store.ts")).openStateStore(location);
  const files = new JournalFiles(location.journal);
  return { files, forget: async (scope) => files.forget(scope), close: () => Promise.resolve() };
}

export function isPassing(location: StateLocation | PassingLocation): location is PassingLocation {
  return typeof location === "object" && "journal" in location;
}
