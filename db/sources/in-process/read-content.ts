import { readFile } from "node:fs/promises";
import { z } from "zod";
import { UserError } from "../../../base/user-error.ts";
import { IN_PROCESS_SOURCES, type ServedContent } from "./content.ts";

const restriction = z.strictObject({ people: z.array(z.string()), groups: z.array(z.string()) }).nullable();
const source = z.enum(IN_PROCESS_SOURCES);

const contentSchema = z.strictObject({
  members: z.array(
    z.strictObject({ id: z.string(), name: z.string(), email: z.string(), groups: z.array(z.string()) }),
  ),
  places: z.array(
    z.strictObject({
      id: z.string(),
      source,
      kind: z.enum(["space", "channel", "direct", "project", "suite"]),
      name: z.string(),
      restriction,
    }),
  ),
  items: z.array(
    z.strictObject({
      id: z.string(),
      source,
      kind: z.enum(["page", "message", "issue", "comment", "test_case"]),
      place: z.string(),
      parent: z.string().nullable(),
      title: z.string(),
      text: z.string(),
      author: z.string(),
      created: z.iso.datetime(),
      restriction,
    }),
  ),
});

/** @throws UserError `config` where there is no such file, or it is another */
export async function readServedContent(path: string): Promise<ServedContent> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new UserError("config", `live_sources: ${path} cannot be read`, {
      cause,
      hint: "scripts/world.ts writes one",
    });
  });
  const parsed = contentSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: at, message }) => `${at.join(".") || "the file"}: ${message}`);
  throw new UserError("config", `live_sources: ${path} does not hold members, places and items`, { problems });
}

/** Undefined for what is no JSON, which fits no schema. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
