import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { median } from "../../../measure/statistics/basics/describe.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { fold, printable, table, wrap } from "../../print/text.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import { CAUSES, type Effect, isAffected } from "./effect.ts";
import type { FoundEffects } from "./find.ts";

/** Causes in a table, then configurations, then one execution of each cause with what differs in it. */
export function printEffects({ effects, notes }: FoundEffects, { baseline, io }: { baseline: string; io: Io }): void {
  const say = (text: string) => io.out(wrap(text, io.columns, ""));
  const affected = effects.filter(isAffected);
  const rescored = effects.filter(({ cause }) => cause === "truth");
  const all = countOf(effects.length, "execution");
  say(
    affected.length === 0
      ? `Nothing that was asked can have changed since ${baseline}: none of ${all} has to be made.`
      : `${affected.length} of ${all} can be affected.${affected.length < effects.length ? ` In the others nothing that was asked, answered or returned differs from ${baseline}.` : ""}`,
  );
  if (rescored.length > 0)
    say(`${countOf(rescored.length, "execution")} of scenarios with another truth: scored anew, not made.`);
  for (const note of notes) say(`Also: ${note}.`);
  if (affected.length === 0) return;
  io.out("");
  io.out(causeTable(affected, roomOf(io)));
  io.out("");
  io.out(configurationTable(effects, roomOf(io)));
  for (const [, [one]] of grouped(affected, ({ cause }) => cause)) if (one?.lines) printOne(one, io);
  io.out("");
  say("All of them with what differs: --json.");
}

function causeTable(affected: readonly Effect[], width: number): string {
  const causes = [...grouped(affected, ({ cause }) => cause)].sort(([, a], [, b]) => b.length - a.length);
  return table(
    [
      { title: "what differs first" },
      { title: "executions", align: "right" },
      { title: "at request (median)", align: "right" },
    ],
    causes.map(([cause, own]) => {
      const at = median(own.flatMap(({ request }) => request ?? []));
      return [CAUSES[cause], String(own.length), at === null ? "" : String(Math.round(at))];
    }),
    width,
  );
}

function configurationTable(effects: readonly Effect[], width: number): string {
  return table(
    [{ title: "configuration" }, { title: "affected", align: "right" }, { title: "of", align: "right" }],
    [...grouped(effects, ({ key }) => configurationName(key))].map(([name, own]) => [
      printable(name, { singleLine: true }),
      String(own.filter(isAffected).length),
      String(own.length),
    ]),
    width,
  );
}

function printOne({ key, cause, request, recorded, lines = [] }: Effect, io: Io): void {
  io.out("");
  const name = printable(executionName(key), { singleLine: true });
  io.out(wrap(`${CAUSES[cause]}, such as in ${name}, request ${request} (${recorded} recorded):`, io.columns, ""));
  for (const line of lines) io.out(fold(`  ${printable(line, { singleLine: true })}`, io.columns));
}
