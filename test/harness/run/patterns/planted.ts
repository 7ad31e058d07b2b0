import { makeRandom, pick } from "../../../../base/random.ts";
import type { FaultReport } from "../../../../harness/run/patterns/read-reports.ts";

/** Words that reports of one fault are made of. */
const FAULTS = {
  timer: "handover timer expires before the neighbour answers and the session is dropped".split(" "),
  licence: "licence counter overflows after a restart so that features stay locked".split(" "),
  clock: "clock drifts against the grandmaster when synchronisation messages are lost".split(" "),
};

export type Fault = keyof typeof FAULTS;

/** Reports of three faults, each in other words of the fault's own, and strays that share no word with them. */
export function plantReports(each: number, strays: number): { reports: FaultReport[]; faultOf: Map<string, Fault> } {
  const faultOf = new Map<string, Fault>();
  const reports: FaultReport[] = [];
  for (const fault of Object.keys(FAULTS) as Fault[])
    for (let at = 0; at < each; at++) {
      const id = `${fault}-${100 + at}`;
      const random = makeRandom(id);
      const words = FAULTS[fault].filter((word) => word.length > 3);
      const draw = () => Array.from({ length: 12 }, () => pick(random, words)).join(" ");
      reports.push({ id, title: draw(), text: `The ${draw()}` });
      faultOf.set(id, fault);
    }
  for (let at = 0; at < strays; at++)
    reports.push({ id: `S-${at}`, title: `stray${at} lone${at}`, text: `alone${at} single${at}` });
  return { reports, faultOf };
}
