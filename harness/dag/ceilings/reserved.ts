interface Taken {
  tokens: number;
  costUsd: number;
}

/** What is under way, by kind, and the most that one of a kind took so far. */
export class Reserved {
  readonly #underWay = new Map<string, number>();
  readonly #most = new Map<string, Taken>();

  begin(kind: string): (taken?: { tokens: number; costUsd: number | null }) => void {
    this.#add(kind, 1);
    return (taken) => {
      this.#add(kind, -1);
      if (!taken) return;
      const before = this.#most.get(kind) ?? { tokens: 0, costUsd: 0 };
      this.#most.set(kind, {
        tokens: Math.max(before.tokens, taken.tokens),
        costUsd: Math.max(before.costUsd, taken.costUsd ?? 0),
      });
    };
  }

  /** Without bound while one is under way of whose kind none has ended: the first goes alone. */
  held(): Taken {
    const sum = { tokens: 0, costUsd: 0 };
    for (const [kind, count] of this.#underWay) {
      if (count === 0) continue;
      const most = this.#most.get(kind);
      sum.tokens += most ? count * most.tokens : Number.POSITIVE_INFINITY;
      sum.costUsd += most ? count * most.costUsd : Number.POSITIVE_INFINITY;
    }
    return sum;
  }

  #add(kind: string, change: number): void {
    this.#underWay.set(kind, (this.#underWay.get(kind) ?? 0) + change);
  }
}
