import { estimateTokens } from "../../../agent/models/tokens.ts";
import { glossaryPrompt } from "../../../agent/workflows/prompts.ts";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { readGlossary } from "./glossary-file.ts";
import type { Config } from "./schema.ts";

/** Every question pays for it. */
const MOST_TOKENS = 4_000;

/**
 * The configuration with the kept terms of its agents' glossary in place of its file; `tell` hears what they cost.
 * @throws UserError `config` where no kept term has a meaning, or they are too many for a prompt
 */
export async function withGlossary(config: Config, tell: (sentence: string) => void): Promise<Config> {
  const file = config.agent?.glossary;
  if (typeof file !== "string") return config;
  const kept = (await readGlossary(file)).filter(({ keep }) => keep === true);
  const glossary = kept.flatMap(({ term, expansion, definition }) => {
    const meaning = [expansion, definition].filter((text) => text.trim() !== "").join("; ");
    return meaning === "" ? [] : [{ term: oneLine(term), meaning: oneLine(meaning) }];
  });
  if (glossary.length === 0)
    throw unusable(
      `${countOf(kept.length, "term")} of ${file} are kept, and none has a meaning`,
      "set keep: true and write an expansion or a definition",
    );
  const tokens = estimateTokens(glossaryPrompt(glossary));
  if (tokens > MOST_TOKENS)
    throw unusable(
      `${countOf(glossary.length, "term")} are some ${tokens} tokens of each prompt, more than ${MOST_TOKENS}`,
      "keep fewer; with `corpus glossary --into` agents look them up instead",
    );
  const silent = kept.length - glossary.length;
  tell(
    `${countOf(glossary.length, "term")} of the glossary: some ${countOf(tokens, "token")} of each prompt${silent > 0 ? `; ${countOf(silent, "kept term")} without a meaning left out` : ""}`,
  );
  return { ...config, agent: { ...config.agent, glossary } };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function unusable(problem: string, hint: string): UserError {
  return new UserError("config", "agent.glossary cannot be used", { problems: [problem], hint });
}
