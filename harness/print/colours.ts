import pc from "picocolors";

export type Colours = ReturnType<typeof pc.createColors>;

interface Terminal {
  environment: Readonly<Record<string, string | undefined>>;
  /** True when stdout is a terminal. */
  terminal?: boolean;
}

/** Colours for what goes to stdout: at a terminal, unless NO_COLOR says no or FORCE_COLOR says otherwise. */
export function coloursOf({ environment, terminal = false }: Terminal): Colours {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR) return pc.createColors(false);
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "")
    return pc.createColors(FORCE_COLOR !== "0" && FORCE_COLOR !== "false");
  return pc.createColors(terminal && TERM !== "dumb");
}
