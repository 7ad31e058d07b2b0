import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { toAgentSettings, withSkillTexts } from "../../../../harness/record/config/skills.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-own-skills-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(name: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    const at = join(folder, name, path);
    await mkdir(dirname(at), { recursive: true });
    await writeFile(at, text);
  }
  const config = configSchema.parse({ models: [], agent: { skills: join(folder, name) } });
  return toAgentSettings((await withSkillTexts(config)).agent)?.skills;
}

const SKILL = "---\nname: logs\ndescription: Reads logs.\n---\n\nRun it.\n";

it("a folder of skills becomes texts by path, so that a run needs the folder no more", async () => {
  const files = { "logs/SKILL.md": SKILL, "logs/scripts/count.mjs": "console.log(1);", "logs/table.csv": "a,b" };
  expect(await read("whole", files)).toEqual(files);
});

it("every problem of the folder is said at once: no description, a shipped skill's name, nothing there", async () => {
  const wrong = { "logs/SKILL.md": "Run it.", "tool-routing/SKILL.md": SKILL };
  await expect(read("wrong", wrong)).rejects.toMatchObject({
    code: "config",
    problems: [expect.stringContaining("logs has no SKILL.md"), expect.stringContaining("tool-routing is the name")],
  });
  await expect(read("empty", {})).rejects.toMatchObject({ problems: [expect.stringContaining("there is no skill")] });
});
