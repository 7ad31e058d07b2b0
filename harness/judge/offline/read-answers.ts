import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { repeatedName } from "../../../base/json-object.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { readUtf8 } from "../../../base/utf8-text.ts";

/** A value out of an answer file, or why there is none. */
export interface FoundAnswer {
  /** `answers/a.jsonl:3`, for messages. */
  where: string;
  value?: unknown;
  problem?: string;
}

/** All answers in files and folders, in the order of names: a JSON file holds one or a list, a JSON Lines file one a line. @throws UserError `input` where there is nothing to read. */
export async function readAnswers(paths: readonly string[]): Promise<FoundAnswer[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat();
  if (files.length === 0)
    throw new UserError("input", `no .json or .jsonl file in ${paths.join(", ")}`, {
      hint: "give the files, or the folder, that the judge wrote its answers to",
    });
  return (await Promise.all(files.map(answersIn))).flat();
}

async function filesAt(path: string): Promise<string[]> {
  const entry = await stat(path).catch((cause: unknown) => {
    throw new UserError("input", `${path} cannot be read`, { cause, hint: "give a file or a folder of answers" });
  });
  if (!entry.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => /\.jsonl?$/.test(name));
  return names.sort(compareText).map((name) => join(path, name));
}

async function answersIn(path: string): Promise<FoundAnswer[]> {
  const text = await readUtf8(path);
  if (path.endsWith(".jsonl"))
    return text
      .split("\n")
      .map((line, index) => ({ line, where: `${path}:${index + 1}` }))
      .filter(({ line }) => line.trim() !== "")
      .map(({ line, where }) => parse(line, where));
  const whole = parse(text, path);
  if (!Array.isArray(whole.value)) return [whole];
  return whole.value.map((value: unknown, index) => ({ where: `${path}[${index}]`, value }));
}

function parse(text: string, where: string): FoundAnswer {
  try {
    const value: unknown = JSON.parse(text);
    const twice = repeatedName(text);
    return twice === null ? { where, value } : { where, problem: `invalid_json: "${twice}" is given twice` };
  } catch (error) {
    return { where, problem: `invalid_json: ${(error as Error).message}` };
  }
}
