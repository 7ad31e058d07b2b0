import type { Extraction, Judgement } from "../../../record/domain/records.ts";
import type { JudgeCase } from "../judge.ts";
import { contentWords } from "./words.ts";

type Rating = Judgement["quality"]["coherence"];

/** Ratings of the second rubric. It reads the ranked list and the sources, where the primary reads mentions. */
export function rate(judgeCase: JudgeCase, declines: boolean): Judgement["quality"] {
  const { scenario, extraction } = judgeCase;
  const relevant = new Set(scenario.expected_ids);
  const gains = extraction.ranked_ids.map((id) => relevant.has(id));
  return {
    completeness: scenario.answerable ? recallOfList(gains, relevant.size) : refusal(declines),
    relevance: scenario.answerable ? averagePrecision(gains, relevant.size) : refusal(declines),
    coherence: readability(extraction.final_text),
    evidence_grounding: declines ? search(extraction) : sourceUse(extraction),
  };
}

/** Recall of the ranked list; prose does not count. */
function recallOfList(gains: readonly boolean[], relevant: number): Rating {
  const hits = gains.filter(Boolean).length;
  return { score: grade(hits / relevant, [0.15, 0.45, 0.7, 0.95]), rationale: `list recall ${hits}/${relevant}` };
}

/** Average precision of the ranked list: order matters. */
function averagePrecision(gains: readonly boolean[], relevant: number): Rating {
  let hits = 0;
  let sum = 0;
  gains.forEach((isRelevant, index) => {
    if (isRelevant) sum += ++hits / (index + 1);
  });
  const value = sum / relevant;
  return { score: grade(value, [0.15, 0.4, 0.65, 0.9]), rationale: `average precision ${value.toFixed(3)}` };
}

function refusal(declines: boolean): Rating {
  return declines
    ? { score: 5, rationale: "declines, and there is nothing to find" }
    : { score: 1, rationale: "presents findings where there are none" };
}

/** What still reads at a glance, in content words: an opening, and the reason of one item. Ours. */
const OPENING_WORDS = { least: 4, most: 150 };
const REASON_WORDS = 12;

/** One point each for: an opening of bearable length without much repetition, a reason on nine of ten items, short reasons, and most of them not cut off. */
function readability(text: string): Rating {
  const opening = contentWords((text.split(/^[ \t]*\d+[.)]\s|^#{1,6}\s/m)[0] ?? "").replace(/`[^`]*`/g, ""));
  const reasons = text
    .split("\n")
    .filter((line) => /^\s*\d+[.)]\s/.test(line))
    .map((line) => line.replace(/`[^`]*`|\[S\d+\]|^\s*\d+[.)]/g, "").trim());
  const lengths = reasons.map((reason) => contentWords(reason).length);
  const cutOff = reasons.filter((reason) => /(?:\.\.\.|…)$/.test(reason)).length;
  const variety = new Set(opening).size / Math.max(1, opening.length);
  const isExplained = lengths.filter((length) => length > 0).length >= 0.9 * reasons.length;
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, reasons.length);
  const points = [
    opening.length >= OPENING_WORDS.least && opening.length <= OPENING_WORDS.most && variety >= 0.5,
    text.trim() !== "" && isExplained,
    text.trim() !== "" && meanLength <= REASON_WORDS,
    text.trim() !== "" && cutOff <= reasons.length / 2,
  ].filter(Boolean).length;
  return {
    score: 1 + points,
    rationale: `opening of ${opening.length} content words; ${reasons.length} items, ${meanLength.toFixed(0)} words on average, ${cutOff} cut off`,
  };
}

/** Share of items whose label leads to a source whose result really holds the id. */
function sourceUse({ final_text, tool_calls, ranked_ids }: Extraction): Rating {
  const results = new Map<string, string>();
  for (const call of tool_calls)
    if (call.status === "success" && call.result_path) results.set(call.result_path, call.result ?? call.preview);
  const targets = new Map<string, string>();
  for (const match of final_text.matchAll(/^[ \t]*[-*][ \t]*(S\d+)\b[^\n]*?path=([^)\s]+)\)/gm))
    targets.set(match[1] ?? "", decodePath(match[2] ?? ""));
  const items = final_text.split("\n").filter((line) => /^\s*\d+[.)]\s/.test(line));
  const firstLines = new Map(items.flatMap((line) => quotedIn(line).map((id) => [id, line] as const)).reverse());
  const supported = ranked_ids.filter((id) => {
    const labels = (firstLines.get(id) ?? "").match(/S\d+/g) ?? [];
    return labels.some((label) => results.get(targets.get(label) ?? "")?.includes(id));
  }).length;
  const share = ranked_ids.length === 0 ? 0 : supported / ranked_ids.length;
  return {
    score: grade(share, [0.2, 0.5, 0.75, 0.95]),
    rationale: `${supported} of ${ranked_ids.length} items lead to a result that holds them`,
  };
}

/** What stands between backticks; an id with backticks of its own stands between several and blanks. */
function quotedIn(line: string): string[] {
  const own = /(?<!`)`+ (.*) `/.exec(line)?.[1];
  return [...line.split("`").slice(1, -1), ...(own === undefined ? [] : [own])];
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // Not an encoded path: taken as it stands.
  }
}

/** A refusal is grounded in having looked: by the number of successful retrievals. */
function search({ tool_calls }: Extraction): Rating {
  const retrievals = tool_calls.filter((call) => call.status === "success" && call.rows !== undefined).length;
  return { score: grade(retrievals, [1, 1, 2, 4]), rationale: `declines after ${retrievals} successful retrievals` };
}

/** 1 below the first cut, 5 from the last; cuts rise. */
function grade(value: number, cuts: readonly [number, number, number, number]): number {
  let score = 1;
  for (const cut of cuts) if (value >= cut) score++;
  return score;
}
