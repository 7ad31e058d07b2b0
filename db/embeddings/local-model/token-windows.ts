export interface Frame {
  /** Tokens that each window begins and ends with. */
  before: readonly number[];
  behind: readonly number[];
  /** Tokens that the model takes, those included. */
  most: number;
}

/** A text's tokens in windows of at most `most`, as even as they can be, so that none is a rest of two words. */
export function tokenWindows(tokens: readonly number[], { before, behind, most }: Frame): number[][] {
  const room = most - before.length - behind.length;
  const count = Math.max(1, Math.ceil(tokens.length / room));
  return Array.from({ length: count }, (_window, at) => [
    ...before,
    ...tokens.slice(Math.round((at * tokens.length) / count), Math.round(((at + 1) * tokens.length) / count)),
    ...behind,
  ]);
}

/** Batches of at most `most` that have equally many tokens each; shorter ones first. */
export function equalLengthBatches<T extends { tokens: readonly number[] }>(
  windows: readonly T[],
  most: number,
): T[][] {
  const batches: T[][] = [];
  for (const window of [...windows].sort((a, b) => a.tokens.length - b.tokens.length)) {
    const last = batches.at(-1);
    if (last && last.length < most && last[0]!.tokens.length === window.tokens.length) last.push(window);
    else batches.push([window]);
  }
  return batches;
}
