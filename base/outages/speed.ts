/** For so long one measurement serves all. */
const FRESH_MS = 400;
/** What shares its processors with no more than this many others is not starved. */
export const OTHERS = 3;

/** How fast a server is, of what it was at its fastest: told from a small piece of work. One that gets no processor is not at work. */
export class Speed {
  readonly #work: () => Promise<number>;
  readonly #freshMs: number;
  #fastestMs = Number.POSITIVE_INFINITY;
  #latest: { at: number; share: Promise<number> } | null = null;

  /** `work` is always the same and gives the milliseconds that it took. */
  constructor(work: () => Promise<number>, { freshMs = FRESH_MS } = {}) {
    this.#work = work;
    this.#freshMs = freshMs;
  }

  /** From 0 to 1. */
  share(): Promise<number> {
    const now = performance.now();
    if (this.#latest === null || now - this.#latest.at > this.#freshMs) {
      const share = this.#measure();
      this.#latest = { at: now, share };
      // A measurement that fails is nobody else's.
      share.catch(() => {
        this.#latest = null;
      });
    }
    return this.#latest.share;
  }

  async #measure(): Promise<number> {
    const ms = Math.max(1, await this.#work());
    this.#fastestMs = Math.min(this.#fastestMs, ms);
    const share = this.#fastestMs / ms;
    return share >= 1 / OTHERS ? 1 : share;
  }
}
