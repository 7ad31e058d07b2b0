import { readFile, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { executionsOf } from "../../../../harness/record/config/matrix.ts";
import { executionName } from "../../../../harness/record/domain/names.ts";
import { joinRecords } from "../../../../harness/record/run-directory/join-records.ts";
import { recordPath } from "../../../../harness/record/run-directory/records.ts";
import { scoredContext } from "../../run/stages/context.ts";

const configuration = { model: "planner", workflow: "react", knowledge: "skill" } as const;
const keys = executionsOf(configuration, ["S001", "S002", "S003", "S004", "S005", "S006", "S007", "S008"], {
  models: [],
  workflows: [],
  knowledge: [],
  repeats: 1,
});

it("each execution comes with its own records, also where a file is in another order or has a stray line", async () => {
  await using fixture = await scoredContext();
  const { runDirectory } = fixture;
  const join = async () => {
    const joined: { key: string; own: number; of: number }[] = [];
    await joinRecords({ runDirectory, configuration, keys, others: "refuse" }, (key, records) => {
      const names = Object.values(records).flatMap((record) => (record ? [executionName(record)] : []));
      const own = names.filter((name) => name === executionName(key)).length;
      joined.push({ key: executionName(key), own, of: names.length });
    });
    return joined;
  };
  const inOrder = await join();
  expect(inOrder.map(({ key }) => key)).toEqual(keys.map(executionName));
  expect(inOrder.every(({ own, of }) => own === of)).toBe(true);
  expect(inOrder.reduce((sum, { of }) => sum + of, 0)).toBeGreaterThan(3 * keys.length);

  const path = recordPath({ runDirectory, part: "verdicts", configuration });
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  await writeFile(path, `${[...lines].reverse().join("\n")}\n`);
  expect(await join()).toEqual(inOrder);

  const stray = lines[0]!.replace(/"scenario_id":"\w+"/, '"scenario_id":"S999"');
  await writeFile(path, `${[...lines, lines[0], stray].join("\n")}\n`);
  await expect(join()).rejects.toMatchObject({
    code: "run-directory",
    problems: [
      expect.stringContaining("S001__0 stands there more than once"),
      expect.stringContaining("S999__0 is not in the matrix"),
    ],
  });
});
