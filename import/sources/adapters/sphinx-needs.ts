import { z } from "zod";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { Problems } from "../../folder/problems.ts";
import { quote } from "../../folder/quote.ts";
import type { Source, SourceFile } from "../files.ts";
import { contentOfItems, type ItemLink, type SourceItem } from "../items.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { checkRecord, type JsonDocument, looseText, readJson } from "../text/json.ts";
import { headOf } from "../text/xml.ts";

export const sphinxNeedsAdapter: SourceAdapter = {
  name: "sphinx-needs",
  reads: "needs.json, as sphinx-needs builds it (sphinx-build -b needs): a file, or a folder with some",
  keeps:
    "each need of the current version with its type, title, content, status, tags and options that have a value; parts; the links of every link field by the field's name, back links where only they tell of a link",
  drops: "other versions (named), filters, options about looks, links to nothing (counted and told)",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  if (isOwn(file)) return { certainty: 0.95, why: "it holds versions of needs, as sphinx-needs writes them" };
  return isUnbuilt(file) ? { certainty: 0.8, why: `${file.name} is a source of sphinx-needs` } : null;
}

/** Needs before they are built: directives with an id, or the configuration. What they come to only sphinx-needs knows. */
function isUnbuilt(file: SourceFile): boolean {
  if (/\.rst$/i.test(file.name)) return /^\s*\.\. [\w-]+::.*(?:\n\s+:[\w-]+:.*)*\n\s+:id: /m.test(headOf(file));
  return /\.need$/i.test(file.name) || (/ubproject[^/]*\.toml$/.test(file.name) && /needs/.test(headOf(file)));
}

function isOwn(file: SourceFile): boolean {
  return (
    /\.json$/i.test(file.name) &&
    /"versions"\s*:\s*\{/.test(headOf(file)) &&
    /"(needs|current_version)"\s*:/.test(headOf(file))
  );
}

async function read({ files, path }: Source, context: ReadContext): Promise<SourceContent> {
  const unbuilt = files.filter(isUnbuilt).length;
  const wanted = files.length === 1 && unbuilt === 0 ? files : files.filter(isOwn);
  if (wanted.length === 0)
    throw new UserError(
      "corpus",
      `${path} holds sources of sphinx-needs (${countOf(unbuilt, "file")}), and no needs.json`,
      {
        hint: "build it, sphinx-build -b needs FOLDER OUT, and import OUT/needs.json",
      },
    );
  const parts = await readEach(wanted, context, async (file) => readVersion(file.name, await readJson(file), context));
  const sum = (of: (part: VersionPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  return contentOfItems(
    parts.flatMap(({ items }) => items),
    {
      counts: { needs: sum(({ needs }) => needs), parts: sum(({ items, needs }) => items.length - needs) },
      records: sum(({ records }) => records),
      notes: [...parts.flatMap(({ notes }) => notes), ...sayUnbuilt(unbuilt)],
    },
  );
}

function sayUnbuilt(unbuilt: number): string[] {
  return unbuilt === 0
    ? []
    : [
        `${countOf(unbuilt, "file is a source", "files are sources")} of sphinx-needs, which is not read: build the project instead, sphinx-build -b needs FOLDER OUT, and import OUT/needs.json`,
      ];
}

const versionSchema = z.looseObject({
  needs: z.record(z.string(), z.unknown()),
  needs_amount: z.number().optional(),
  needs_schema: z
    .looseObject({ properties: z.record(z.string(), z.looseObject({ field_type: z.string().optional() })) })
    .optional(),
});
const fileSchema = z.looseObject({
  current_version: z.union([z.string(), z.number()]).optional(),
  versions: z.record(z.string(), versionSchema),
});
const needSchema = z.looseObject({
  id: z.string().min(1),
  type: z.string().min(1),
  title: looseText,
  content: looseText,
  description: looseText,
  parts: z.record(z.string(), z.looseObject({ id: z.string(), content: looseText })).nullish(),
});
type Need = z.output<typeof needSchema>;

interface VersionPart {
  items: SourceItem[];
  needs: number;
  records: number;
  notes: string[];
}

function readVersion(name: string, { value, placeOf, notes }: JsonDocument, { problems }: ReadContext): VersionPart {
  const parsed = checkFile(name, value);
  const version = currentVersion(name, parsed);
  const {
    needs: raw,
    needs_amount: amount,
    needs_schema: schema,
  } = parsed.versions[version] as z.output<typeof versionSchema>;
  const records = Object.entries(raw);
  const needs = records.flatMap(([key, need]) => {
    const place = placeOf(["versions", version, "needs", key]);
    const whole = checkRecord(needSchema, need, { place, what: `need ${quote(key)}`, problems });
    return whole ? [{ need: whole, place }] : [];
  });
  const fields = linkFields(
    needs.map(({ need }) => need),
    schema?.properties ?? {},
  );
  const known = new Set(needs.flatMap(({ need }) => [need.id, ...partsOf(need).map(({ id }) => id)]));
  const others = Object.keys(parsed.versions).filter((other) => other !== version);
  return {
    items: needs.flatMap(({ need, place }) => [itemOf(need, { place, fields, known }), ...partItems(need, place)]),
    needs: needs.length,
    records: records.length,
    notes: [
      ...notes,
      ...(others.length > 0
        ? [`version ${version} of ${name} is read; versions ${others.join(", ")} are left out`]
        : []),
      ...(amount !== undefined && amount !== records.length
        ? [`${name} says that it holds ${amount} needs, and holds ${records.length}`]
        : []),
    ],
  };
}

/** @throws UserError with all that is wrong with the frame around the needs. */
function checkFile(name: string, value: unknown): z.output<typeof fileSchema> {
  const faults = new Problems();
  const parsed = checkRecord(fileSchema, value, { place: name, what: "the file", problems: faults });
  if (parsed) return parsed;
  throw new UserError("corpus", `${name} is no needs.json`, {
    problems: faults.list(),
    hint: "build it again: sphinx-build -b needs",
  });
}

function currentVersion(name: string, { current_version: current, versions }: z.output<typeof fileSchema>): string {
  const all = Object.keys(versions);
  const said = current === undefined && all.length === 1 ? all[0] : String(current ?? "");
  if (said !== undefined && Object.hasOwn(versions, said)) return said;
  throw new UserError(
    "corpus",
    `${name}: current_version is ${current === undefined ? "missing" : quote(String(current))}, expected one of ${all.map(quote).join(", ")}`,
    {
      hint: "set current_version to the version that is meant",
    },
  );
}

/**
 * Names of the fields with links: what the file's own schema says, else lists that have a list of back links beside them.
 */
function linkFields(needs: readonly Need[], properties: Readonly<Record<string, { field_type?: string }>>): string[] {
  const said = Object.keys(properties).filter((name) => properties[name]?.field_type === "links");
  if (said.length > 0) return said;
  const names = new Set(needs.flatMap((need) => Object.keys(need)));
  return [...names].filter((name) => name === "links" || names.has(`${name}_back`));
}

interface About {
  place: string;
  fields: readonly string[];
  known: ReadonlySet<string>;
}

function itemOf(need: Need, { place, fields, known }: About): SourceItem {
  const { id, type, title, content, description } = need;
  const links = fields.flatMap((kind): ItemLink[] => [
    ...targets(need[kind]).map((target) => ({ kind, id: endOf(target, known) })),
    // Only what is here can have told of the link itself: of any other end the back link is all there is.
    ...targets(need[`${kind}_back`])
      .filter((source) => known.has(source))
      .map((source) => ({ kind, id: source, inverse: true })),
  ]);
  const isLink = new Set(fields.flatMap((kind) => [kind, `${kind}_back`]));
  return { id, type, title, text: content || description, meta: metaOf(need, isLink), links, place };
}

function targets(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === "string" && id !== "");
}

/** Links may lead to a part, `REQ_1.2`; where the part is not told of, they lead to its need. */
function endOf(target: string, known: ReadonlySet<string>): string {
  const need = target.slice(0, target.lastIndexOf("."));
  return !known.has(target) && known.has(need) ? need : target;
}

const ABOUT_LOOKS = new Set(
  "id type title content description parts parent_need doctype external_css full_title layout style template pre_template post_template max_amount max_content_lines lineno modifications constraints_passed constraints_results".split(
    " ",
  ),
);

function metaOf(need: Need, isLink: ReadonlySet<string>): Record<string, unknown> {
  const kept = Object.entries(need).filter(
    ([name, value]) =>
      !ABOUT_LOOKS.has(name) && !isLink.has(name) && !/^(is|has|id)_|_back$/.test(name) && value !== false,
  );
  return Object.fromEntries(kept);
}

function partsOf(need: Need): { id: string; content: string }[] {
  return Object.values(need.parts ?? {}).map(({ id, content }) => ({ id: `${need.id}.${id}`, content }));
}

function partItems(need: Need, place: string): SourceItem[] {
  return partsOf(need).map(({ id, content }) => ({
    id,
    type: "part",
    title: content,
    text: content,
    meta: {},
    links: [{ kind: "has_part", id: need.id, inverse: true }],
    place,
  }));
}
