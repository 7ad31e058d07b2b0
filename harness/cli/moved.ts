/** Commands that stood at the top before they joined a group: the old name, and what is typed today. */
export const MOVED: Readonly<Record<string, string>> = {
  ...moved("runs", ["plan", "status", "stage", "stages", "files", "verify", "history", "concurrency", "recording"]),
  ...moved("runs", ["export", "pack", "unpack", "reproduce", "baseline"]),
  ...moved("corpus", ["ingest"]),
  ...moved("judge", ["probe", "rate", "prefer"]),
  ...moved("queue", ["worker"]),
  ...moved("assistant", ["tool", "mcp", "study"]),
  ...moved("measure", ["ir", "stats", "agreement"]),
  ...moved("setup", ["doctor", "model", "config", "cache", "completion"]),
  "offline-judging": "judge offline",
  packets: "judge offline",
  cassette: "runs recording",
};

function moved(group: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${group} ${name}`]));
}

/** A command line with today's name of its command; `note` tells a person the new name. */
export function withTodaysCommand(argv: readonly string[]): { argv: readonly string[]; note: string | null } {
  const at = argv.findIndex((word) => !word.startsWith("-"));
  const old = argv[at] ?? "";
  const today = Object.hasOwn(MOVED, old) ? (MOVED[old] as string) : null;
  if (today === null) return { argv, note: null };
  return {
    argv: [...argv.slice(0, at), ...today.split(" "), ...argv.slice(at + 1)],
    note: `note: 'scopebench ${old}' is now 'scopebench ${today}'`,
  };
}
