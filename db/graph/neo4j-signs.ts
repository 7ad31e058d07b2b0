import type { Duration, QueryResult } from "neo4j-driver";
import type { Sign } from "../../base/outages/life-options.ts";
import { Speed } from "../../base/outages/speed.ts";

type RunOnce = (cypher: string, parameters?: Record<string, unknown>) => Promise<QueryResult>;

/** What a Neo4j server tells on one connection of the transactions on others, each known by its mark. */
export class TransactionSigns {
  readonly #speed: Neo4jSpeed;
  readonly #run: RunOnce;
  #last = { at: performance.now(), waitedMs: 0 };

  constructor(speed: Neo4jSpeed, run: RunOnce) {
    this.#speed = speed;
    this.#run = run;
  }

  async look(mark: string): Promise<Sign> {
    const { records } = await this.#run(LOOK, { mark });
    const [record] = records;
    const share = await this.#speed.share(this.#run);
    if (!record) return { share: 0, waitsFor: "a connection" };
    const [at, waitedMs] = [performance.now(), milliseconds(record.get("waited") as Duration | null)];
    const waiting = (waitedMs - this.#last.waitedMs) / (at - this.#last.at);
    this.#last = { at, waitedMs };
    const status = String(record.get("status"));
    if (status.startsWith("Blocked")) return { share: 0, waitsFor: "a lock" };
    return { share: share * Math.max(0, 1 - waiting), ...(waiting > 0 && { waitsFor: "a lock" }) };
  }

  async end(mark: string): Promise<void> {
    const { records } = await this.#run(LOOK, { mark });
    for (const record of records) await this.#run("TERMINATE TRANSACTION $id", { id: record.get("id") as string });
  }
}

const LOOK = `SHOW TRANSACTIONS YIELD transactionId AS id, status, waitTime AS waited, metaData
WHERE metaData.scopebench = $mark RETURN id, status, waited`;

function milliseconds(duration: Duration | null): number {
  return duration ? Number(duration.seconds) * 1000 + Number(duration.nanoseconds) / 1e6 : 0;
}

/** Some 20 ms of work, once the server has compiled it. */
const WORK = "UNWIND range(1, 20000) AS i RETURN sum(i * i)";
/** First turns are slow until the server has compiled its work; on a busy machine there are some more. */
export const WARM_UP = 5;

/** One for all transactions of a server. */
export class Neo4jSpeed {
  #run: RunOnce | null = null;
  readonly #speed = new Speed(async () => {
    const { summary } = await this.#run!(WORK);
    return Number(summary.resultAvailableAfter) + Number(summary.resultConsumedAfter);
  });
  #turns = 0;

  share(run: RunOnce): Promise<number> {
    this.#run ??= run;
    return this.#speed.share().then((share) => (++this.#turns <= WARM_UP ? 1 : share));
  }
}
