import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { AgentSettings } from "../../../agent/contract/contract.ts";
import { SKILLS } from "../../../agent/knowledge/policies.ts";
import { canRunScripts, isScript } from "../../../agent/skills/run-script.ts";
import { UserError } from "../../../base/user-error.ts";
import { readUtf8 } from "../../../base/utf8-text.ts";
import type { Config } from "./schema.ts";

/** What is written into each run. */
const [MOST_FILES, MOST_CHARS] = [200, 1_000_000];

/**
 * The configuration with the texts of its agents' own skills in place of their folder.
 * @throws UserError `config` with every problem of the folder
 */
export async function withSkillTexts(config: Config): Promise<Config> {
  const folder = config.agent?.skills;
  if (typeof folder !== "string") return config;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  if (paths.length > MOST_FILES) throw unusable([`${folder} has ${paths.length} files, more than ${MOST_FILES}`]);
  const texts = await Promise.all(
    paths.sort().map(async (path) => [relative(folder, path).split(sep).join("/"), await readUtf8(path)] as const),
  );
  const skills = Object.fromEntries(texts);
  const problems = await problemsOf(folder, skills);
  if (problems.length > 0) throw unusable(problems);
  return { ...config, agent: { ...config.agent, skills } };
}

async function problemsOf(folder: string, skills: Readonly<Record<string, string>>): Promise<string[]> {
  const names = [...new Set(Object.keys(skills).map((path) => path.split("/")[0]!))];
  const chars = Object.values(skills).reduce((sum, text) => sum + text.length, 0);
  const hasScripts = Object.keys(skills).some(isScript);
  return [
    ...(names.length === 0 ? [`there is no skill in ${folder}`] : []),
    ...(chars > MOST_CHARS ? [`${folder} has ${chars} characters, more than ${MOST_CHARS}`] : []),
    ...names.flatMap((name) =>
      /^---\s*\n[\s\S]*?\bdescription:[\s\S]*?\n---\s*\n/.test(skills[`${name}/SKILL.md`] ?? "")
        ? []
        : [`${name} has no SKILL.md that begins with its name and description between lines of ---`],
    ),
    ...names.filter((name) => Object.hasOwn(SKILLS, name)).map((name) => `${name} is the name of a shipped skill`),
    ...(hasScripts && !(await canRunScripts())
      ? [`scripts of skills need Node 22.15 or newer, which can hold them; this is ${process.version}`]
      : []),
  ];
}

function unusable(problems: readonly string[]): UserError {
  return new UserError("config", "agent.skills cannot be used", { problems });
}

/** The settings of agents as they take them. */
export function toAgentSettings(agent: Config["agent"]): AgentSettings | undefined {
  for (const path of [agent?.skills, agent?.glossary])
    if (typeof path === "string") throw new Error(`${path} was not read`);
  return agent as AgentSettings | undefined;
}
