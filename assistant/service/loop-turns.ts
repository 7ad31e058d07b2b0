/**
 * Gives each who waits a turn of the event loop of its own. Runs that wake at once would otherwise work one after the other in
 * a single turn, in which no request is heard, no stream is written and no other service's event arrives.
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];

  next = (): Promise<void> =>
    new Promise((go) => {
      if (this.#waiting.push(go) === 1) setImmediate(this.#go);
    });

  readonly #go = (): void => {
    this.#waiting.shift()!();
    if (this.#waiting.length > 0) setImmediate(this.#go);
  };
}
