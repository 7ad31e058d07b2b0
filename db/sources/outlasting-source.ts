import { setTimeout as sleep } from "node:timers/promises";
import type { Outages } from "../../base/outages/outages.ts";
import { ServerLost } from "../../base/outages/server-lost.ts";
import type { ContainersOutcome, LiveSource, OpenOutcome, SearchOutcome, SourceFault } from "./port.ts";

/**
 * A source as a measurement asks it: what says nothing about the question is no outcome but an outage, also after some pages. A source that
 * does not answer, or asks to come back later, is waited for; one that does not take the token is not.
 * @throws ServerLost from each of its methods
 */
export function outlastingSource(source: LiveSource, outages: Pick<Outages, "outlast">): LiveSource {
  const { name } = source.describe();
  const outlast = async <T extends Outcome>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const outcome = await outages.outlast(async () => {
      const given = await call();
      const fault = faultOf(given);
      if (fault.type === "rate_limited" && fault.retryAfterMs !== null)
        await sleep(Math.min(fault.retryAfterMs, LONGEST_WAIT_MS), undefined, { signal });
      if (WAITED_FOR.includes(fault.type)) throw lost(name, fault);
      return given;
    });
    const fault = faultOf(outcome);
    if (LASTING.includes(fault.type)) throw lost(name, fault);
    return outcome;
  };
  return {
    describe: () => source.describe(),
    search: (query, options, caller) => outlast(() => source.search(query, options, caller), options.signal),
    open: (id, caller, options) => outlast(() => source.open(id, caller, options), options?.signal),
    containers: (caller, options) => outlast(() => source.containers(caller, options), options?.signal),
  };
}

type Outcome = SearchOutcome | OpenOutcome | ContainersOutcome;
type Fault = Outcome | SourceFault;

/** Of what a source asks for before it may be asked again: within that of any call to a server. */
const LONGEST_WAIT_MS = 60_000;

const WAITED_FOR: readonly Fault["type"][] = ["unavailable", "rate_limited"];
/** A sign-in page in an answer's place, too. */
const LASTING: readonly Fault["type"][] = ["unauthorised", "unreadable"];

/** How it ended: of what ended after some pages, why. */
function faultOf(outcome: Outcome): Fault {
  return outcome.type === "partial" ? outcome.fault : outcome;
}

function lost(source: string, fault: Fault): ServerLost {
  const said = "message" in fault ? fault.message : "no answer";
  return new ServerLost(`the source ${source}`, `${fault.type}: ${said}`, { refused: fault.type === "unauthorised" });
}
