import { countOf } from "../../../base/counts.ts";
import { type Colours, coloursOf } from "../../print/colours.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable, right, table, wrap } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { checkEndpoints, type EndpointCheck } from "./endpoints.ts";

/** Asks every model and judge one small question and prints what came back. Gives the exit code: 1 when one failed. */
export async function checkAndPrint(config: Config, { io, json }: { io: Io; json: boolean }): Promise<number> {
  const checks = await checkEndpoints(config, { environment: io.environment, signal: io.signal });
  const failed = checks.filter(({ ok }) => !ok);
  if (json) io.out(jsonText(checks, {}));
  else print(checks, io);
  return failed.length > 0 ? 1 : 0;
}

function print(checks: readonly EndpointCheck[], io: Io): void {
  if (checks.length === 0) {
    io.out("no language model is asked: models and judges are stand-ins or work offline");
    return;
  }
  const titles = [{ title: "" }, { title: "model" }, { title: "as" }, right("time"), right("tokens"), right("cost")];
  const colours = coloursOf(io);
  io.out(
    table(
      titles,
      checks.map((check) => cellsOf(check, colours)),
      roomOf(io),
    ),
  );
  for (const { name, found } of checks.filter(({ ok }) => !ok))
    io.out(
      wrap(`${printable(name, { singleLine: true })}: ${printable(found, { singleLine: true })}`, io.columns, "  "),
    );
  io.out(totalLine(checks));
}

function cellsOf({ role, name, ok, ...check }: EndpointCheck, { green, red }: Colours): string[] {
  return [
    ok ? green("✓") : red("✗"),
    printable(name, { singleLine: true }),
    role,
    `${(check.duration_ms / 1000).toFixed(1)} s`,
    check.tokens_in === null ? "-" : `${check.tokens_in} + ${check.tokens_out}`,
    check.cost === null ? "unknown" : `$${check.cost.toFixed(5)}`,
  ];
}

function totalLine(checks: readonly EndpointCheck[]): string {
  const answered = checks.filter(({ ok }) => ok);
  const costs = answered.map(({ cost }) => cost);
  const known = costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  const more = costs.includes(null) ? " and what has no price" : "";
  return `${answered.length} of ${countOf(checks.length, "endpoint")} answered; asking cost $${known.toFixed(5)}${more}`;
}
