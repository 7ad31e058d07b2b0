/** One station: so many servers, first come first served. */
export class Station {
  readonly #free: number[];
  busy = 0;

  constructor(servers: number) {
    this.#free = new Array<number>(servers).fill(0);
  }

  /** When one who comes at this time is served. */
  serve(at: number, seconds: number): number {
    const soonest = this.#free.indexOf(Math.min(...this.#free));
    const start = Math.max(at, this.#free[soonest]!);
    this.#free[soonest] = start + seconds;
    this.busy += seconds;
    return start + seconds;
  }
}
