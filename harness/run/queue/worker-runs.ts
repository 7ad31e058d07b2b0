import type { Outages } from "../../../base/outages/outages.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Effects } from "../../record/effects.ts";
import { makeEffects } from "../../record/effects.ts";
import type { QueueDatabase } from "./database.ts";
import { type OfferState, type RunOffer, stateOf } from "./run-table.ts";
import type { openWorkerRun, WorkerRun } from "./worker-run.ts";

interface Options {
  /** Of the worker's own code. */
  code: string;
  database: QueueDatabase;
  outages: Outages;
  environment: Effects["environment"];
  only?: readonly string[] | undefined;
  open: typeof openWorkerRun;
  /** Cuts all that is being made. */
  cut: AbortSignal;
  say(message: string): void;
}

interface Opened {
  offer: Offered;
  run: WorkerRun;
}

interface Known {
  opened: Opened | null;
  opening: Promise<void>;
  /** Cuts what is being made of this run. */
  cut: AbortController;
}

type Offered = RunOffer & OfferState;

/** The runs that a worker takes part in. Each is opened once, beside the work on others; one that cannot be is left alone. */
export class WorkerRuns {
  readonly #options: Options;
  readonly #known = new Map<string, Known>();
  /** Why a run is left to other workers. */
  readonly #refused = new Map<string, UserError>();
  #failure: { error: unknown } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  opened(): Opened[] {
    return [...this.#known.values()].flatMap(({ opened }) => opened ?? []);
  }

  /** Runs that are open or being opened. */
  get size(): number {
    return this.#known.size;
  }

  /** Ids of runs that are not open yet. */
  opening(): string[] {
    return [...this.#known].flatMap(([id, { opened }]) => (opened ? [] : [id]));
  }

  /**
   * Opens what is offered and closes what is over. Gives the runs that tasks may be taken of.
   * @throws UserError where this worker can take part in none
   */
  async follow(offers: readonly Offered[], busyWith: (run: string) => number): Promise<Opened[]> {
    for (const offer of offers) this.#learn(offer);
    await this.#closeOthers(offers, busyWith);
    if (this.#failure) throw this.#failure.error;
    const [refusal] = offers.map(({ id }) => this.#refused.get(id));
    if (refusal && offers.every(({ id }) => this.#refused.has(id))) throw refusal;
    const takable = offers.filter(({ paused, reached }) => !paused && reached === null);
    return takable.flatMap((offer) => {
      const opened = this.#known.get(offer.id)?.opened;
      return opened ? [{ ...opened, offer }] : [];
    });
  }

  async close(): Promise<void> {
    for (const id of [...this.#known.keys()]) await this.#close(id);
  }

  #learn(offer: Offered): void {
    const { code, say } = this.#options;
    if (this.#known.has(offer.id) || this.#refused.has(offer.id)) return;
    if (offer.code !== code) {
      this.#refuse(offer, otherCode(offer, code));
      return;
    }
    const cut = new AbortController();
    const known: Known = { opened: null, cut, opening: Promise.resolve() };
    this.#known.set(offer.id, known);
    known.opening = this.#open(offer, cut).then(
      (run) => {
        known.opened = { offer, run };
        say(`${offer.name}: takes ${run.lanes.map(({ name }) => name).join(", ")}`);
      },
      (error: unknown) => {
        this.#known.delete(offer.id);
        if (cut.signal.aborted) return;
        if (error instanceof UserError && error.code !== "environment") this.#refuse(offer, error);
        else this.#failure ??= { error };
      },
    );
  }

  #refuse({ id, name }: RunOffer, error: UserError): void {
    this.#refused.set(id, error);
    this.#options.say(`${name} is left to other workers: ${[error.message, ...error.problems].join("; ")}`);
  }

  #open(offer: RunOffer, cut: AbortController): Promise<WorkerRun> {
    const { database, environment, outages, only, say, open } = this.#options;
    const effects = makeEffects({ environment, log: say });
    return open({ offer, database, effects, outages, signal: AbortSignal.any([this.#options.cut, cut.signal]), only });
  }

  async #closeOthers(offers: readonly Offered[], busyWith: (run: string) => number): Promise<void> {
    const there = new Set(offers.map(({ id }) => id));
    for (const id of this.#refused.keys()) if (!there.has(id)) this.#refused.delete(id);
    for (const [id, { cut, opened }] of this.#known) {
      if (there.has(id)) continue;
      const after = await stateOf(this.#options.database, id);
      if (after?.state === "open") continue; // Opened again since.
      if (after === null || after.state === "cancelled") cut.abort();
      if (busyWith(id) > 0) continue;
      await this.#close(id);
      if (opened) this.#options.say(`${opened.offer.name} is ${after?.state ?? "over"}`);
    }
  }

  async #close(id: string): Promise<void> {
    const known = this.#known.get(id);
    known?.cut.abort();
    await known?.opening;
    await known?.opened?.run.close();
    this.#known.delete(id);
  }
}

function otherCode({ name, code }: RunOffer, own: string): UserError {
  return new UserError("not-comparable", "this worker's code is not the coordinator's", {
    problems: [`${name}: expected ${code}, found ${own}`],
    hint: "start the worker from the same version of scopebench",
  });
}
