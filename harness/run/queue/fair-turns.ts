interface Sharer {
  id: string;
  /** Its share of the turns, against the others'. */
  weight: number;
}

/**
 * Whose turn it is among several that share by weight: stride scheduling (Waldspurger and Weihl 1995). Whoever has had least
 * for its weight is next; one that joins begins where the others stand, and cannot ask for what it missed.
 */
export class FairTurns {
  readonly #had = new Map<string, number>();
  #present: ReadonlySet<string> = new Set();

  /** The next first. */
  order<T extends Sharer>(sharers: readonly T[]): T[] {
    const stayed = sharers.filter(({ id }) => this.#present.has(id));
    const least = Math.min(...(stayed.length > 0 ? stayed : sharers).map((one) => this.#of(one)));
    for (const one of sharers) if (!this.#present.has(one.id)) this.#had.set(one.id, Math.max(least, this.#of(one)));
    this.#present = new Set(sharers.map(({ id }) => id));
    return [...sharers].sort((a, b) => this.#of(a) - this.#of(b));
  }

  took({ id, weight }: Sharer, times: number): void {
    this.#had.set(id, (this.#had.get(id) ?? 0) + times / weight);
  }

  #of({ id }: Sharer): number {
    return this.#had.get(id) ?? 0;
  }
}
