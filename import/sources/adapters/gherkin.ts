import type {
  Feature,
  FeatureChild,
  GherkinDocument,
  RuleChild,
  Scenario,
  Step,
  TableRow,
  Tag,
} from "@cucumber/messages";
import { UserError } from "../../../base/user-error.ts";
import { showable } from "../../folder/quote.ts";
import type { Source, SourceFile } from "../files.ts";
import { contentOfItems, type ItemLink, type SourceItem } from "../items.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { linkOfTag, testIdOf } from "../tags.ts";
import { decodeFile } from "../text/decode-file.ts";
import { headOf } from "../text/xml.ts";

export const gherkinAdapter: SourceAdapter = {
  name: "gherkin",
  reads: "Gherkin features (.feature, .feature.md) in every language that Cucumber knows",
  keeps:
    "features, rules and scenarios with descriptions, steps, tables, texts and examples; backgrounds in the scenarios' texts; tags, inherited ones too, as links: those that name a requirement as verifies, the others as tag",
  drops: "comments",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  if (!isFeature(file)) return null;
  return /^[^\n:]+:/m.test(headOf(file)) ? { certainty: 1, why: `${file.name} is a feature by its name` } : null;
}

const isFeature = ({ name }: SourceFile) => /\.feature(\.md)?$/i.test(name);

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const wanted = files.length === 1 ? files : files.filter(isFeature);
  const notes: string[] = [];
  const { parse } = await parser();
  const documents = await readEach(wanted, context, async (file) => {
    const { text, note } = await decodeFile(file);
    if (note) notes.push(note);
    return { name: file.name, feature: parse(text, file.name).feature };
  });
  const parts = documents.flatMap(({ name, feature }) => (feature ? [new FeatureItems(name, feature)] : []));
  const empty = documents.filter(({ feature }) => !feature).map(({ name }) => name);
  if (empty.length > 0) notes.push(`${empty.length} files hold no feature: ${empty.slice(0, 10).join(", ")}`);
  const items = calledByTags(parts.flatMap(({ items: own }) => own));
  const count = (type: string) => items.filter((item) => item.type === type).length;
  return contentOfItems(items, {
    counts: {
      features: count("feature"),
      rules: count("rule"),
      scenarios: count("scenario"),
      outlines: items.filter(({ meta }) => meta.examples !== undefined).length,
      tags: parts.reduce((sum, { tags }) => sum + tags, 0),
    },
    roles: {
      scenario: { role: "test_case" },
      feature: { role: "backlog_item", subtype: "feature" },
      rule: { role: "backlog_item", subtype: "rule" },
    },
    notes,
  });
}

/** Scenarios under the id that a tag gives each alone; a tag that stands at several is no id. */
function calledByTags(items: readonly SourceItem[]): SourceItem[] {
  const idsOf = ({ type, links }: SourceItem) =>
    type === "scenario" ? links.flatMap(({ kind, id }) => (kind === TEST_ID ? [id] : [])) : [];
  const times = new Map<string, number>();
  for (const id of items.flatMap(idsOf)) times.set(id, (times.get(id) ?? 0) + 1);
  const others = new Set(items.map(({ id }) => id));
  return items.map((item) => {
    const own = idsOf(item).find((id) => times.get(id) === 1 && !others.has(id));
    const links = item.links.filter(({ kind, id }) => kind !== TEST_ID || id !== own);
    const said = links.map((link) => (link.kind === TEST_ID ? { ...link, kind: "tag" } : link));
    return { ...item, id: own ?? item.id, links: said };
  });
}

/** The kind of a link to what a tag calls a test, until it is known whether it is this test's alone. */
const TEST_ID = "test id";

interface FeatureParser {
  parse(text: string, name: string): GherkinDocument;
}

async function parser(): Promise<FeatureParser> {
  const { AstBuilder, GherkinClassicTokenMatcher, GherkinInMarkdownTokenMatcher, Parser } = await import(
    "@cucumber/gherkin"
  );
  let id = 0;
  return {
    parse(text, name) {
      const matcher = /\.md$/i.test(name) ? new GherkinInMarkdownTokenMatcher() : new GherkinClassicTokenMatcher();
      try {
        return new Parser(new AstBuilder(() => String(id++)), matcher).parse(text);
      } catch (cause) {
        throw notGherkin(name, cause as Error & { errors?: Error[] });
      }
    },
  };
}

/** The parser goes on after a fault and gives all: `(3:5): expected: ..., got '...'`. */
function notGherkin(name: string, cause: Error & { errors?: Error[] }): UserError {
  const problems = (cause.errors ?? [cause]).map(({ message }) => {
    const [, line = "1", what = message] = /^\((\d+):\d+\): (.*)$/s.exec(message) ?? [];
    return `${name}:${line}: ${showable(what)}`;
  });
  return new UserError("corpus", `${name} is no Gherkin`, {
    problems,
    hint: "nothing of the file was taken; mend the lines above",
    cause,
  });
}

/** Tags that stand above, and texts that each scenario begins with. */
interface Around {
  path: string;
  tags: readonly Tag[];
  background: readonly string[];
  rule: string;
}

/** A feature as items. A second scenario of one name is told apart by its number. */
class FeatureItems {
  readonly items: SourceItem[] = [];
  /** Tags as they are written. */
  tags = 0;
  readonly #file: string;
  readonly #feature: Feature;
  readonly #seen = new Map<string, number>();

  constructor(file: string, feature: Feature) {
    this.#file = file;
    this.#feature = feature;
    const path = file.replace(/\.feature(\.md)?$/i, "");
    this.#add({
      id: path,
      type: "feature",
      title: feature.name,
      text: textOf(feature),
      tags: feature.tags,
      written: feature.tags,
      line: feature.location.line,
      meta: { language: feature.language === "en" ? undefined : feature.language },
    });
    this.#addChildren(feature.children, { path, tags: feature.tags, background: [], rule: "" });
  }

  #addChildren(children: readonly (FeatureChild | RuleChild)[], around: Around): void {
    let background = around.background;
    for (const child of children) {
      if (child.background) background = [...background, ...child.background.steps.map(sayStep)];
      if ("rule" in child && child.rule) {
        const { name, tags, location, children: below } = child.rule;
        const all = [...around.tags, ...tags];
        const id = this.#add({
          id: `${around.path}::${name}`,
          type: "rule",
          title: name,
          text: textOf(child.rule),
          tags: all,
          written: tags,
          line: location.line,
          parent: around.path,
          meta: {},
        });
        this.#addChildren(below, { path: id, tags: all, background, rule: name });
      }
      if (child.scenario) this.#addScenario(child.scenario, { ...around, background });
    }
  }

  #addScenario(scenario: Scenario, { path, tags, background, rule }: Around): void {
    const written = [...scenario.tags, ...scenario.examples.flatMap((examples) => examples.tags)];
    const examples = scenario.examples.reduce((sum, { tableBody }) => sum + tableBody.length, 0);
    const shown = scenario.examples.flatMap(({ keyword, name, description, tableHeader, tableBody }) => [
      `${keyword}: ${name}`.trim(),
      description,
      ...(tableHeader ? [sayRow(tableHeader), ...tableBody.map(sayRow)] : []),
    ]);
    this.#add({
      id: `${path}::${scenario.name || `line ${scenario.location.line}`}`,
      type: "scenario",
      title: scenario.name,
      text: [textOf(scenario), ...background, ...scenario.steps.map(sayStep), ...shown]
        .filter((part) => part.trim() !== "")
        .join("\n"),
      tags: [...tags, ...written],
      written,
      line: scenario.location.line,
      parent: path,
      meta: { feature: this.#feature.name, rule, ...(scenario.examples.length > 0 ? { examples } : {}) },
    });
  }

  #linkOf({ name, location }: Tag): ItemLink {
    const [tag, place] = [name.replace(/^@/, ""), `${this.#file}:${location.line}`];
    const id = testIdOf(tag);
    return id === null ? linkOfTag(tag, place) : { kind: TEST_ID, id, named: { type: "test_key" }, place };
  }

  #add(
    item: Omit<SourceItem, "links" | "place"> & {
      tags: readonly Tag[];
      written: readonly Tag[];
      line: number;
      parent?: string;
    },
  ): string {
    const { tags, written, line, parent, ...rest } = item;
    this.tags += written.length;
    const number = (this.#seen.get(item.id) ?? 0) + 1;
    this.#seen.set(item.id, number);
    const id = number === 1 ? item.id : `${item.id} (${number})`;
    const links = tags.map((tag) => this.#linkOf(tag));
    this.items.push({
      ...rest,
      id,
      links: parent === undefined ? links : [{ kind: "contains", id: parent, inverse: true }, ...links],
      place: `${this.#file}:${line}`,
    });
    return id;
  }
}

function textOf({ name, description }: { name: string; description: string }): string {
  return [name, description.replace(/^[ \t]+/gm, "").trim()].filter((part) => part !== "").join("\n");
}

function sayStep({ keyword, text, docString, dataTable }: Step): string {
  return [`${keyword}${text}`, ...(docString ? [docString.content] : []), ...(dataTable?.rows.map(sayRow) ?? [])].join(
    "\n",
  );
}

function sayRow({ cells }: TableRow): string {
  return `| ${cells.map(({ value }) => value).join(" | ")} |`;
}
