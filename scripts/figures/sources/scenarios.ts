import { cacheDirectoryOf } from "../../../base/cache-directory.ts";
import { runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/scenario-figures.ts";

/** What the default set asks. The cache spares building the corpus again, and decides nothing. */
export const scenarios: FigureSource = {
  name: "scenarios",
  command: `node --import tsx ${SCRIPT} --seed default`,
  about: "The default set of scenarios: what it asks, how large its truths are, what was derived twice",
  measure: async () => readPrinted(runScript(SCRIPT, "--seed", "default", "--cache", cacheDirectoryOf(process.env))),
};

function readPrinted(printed: string): Awaited<ReturnType<FigureSource["measure"]>> {
  const number = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? "–";
  const families = [...printed.matchAll(/^(lookup|search|traceability|impact|comparison): (.*)$/gm)];
  return {
    values: {
      scenarios: number(/: (\d+) scenarios/),
      answerable: number(/, (\d+) answerable/),
      entities: number(/^entities: (\d+)/m),
      "entities.in-question": number(/scenarios, (\d+) of them in the question/),
    },
    tables: {
      families: {
        columns: ["family", "kinds (2, 3: how often)"],
        rows: families.map(([, family = "", kinds = ""]) => [family, kinds]),
      },
    },
  };
}
