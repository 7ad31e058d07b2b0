import { z } from "zod";
import { isObject } from "../../../base/json-object.ts";
import { guessRole, namesFault } from "../../folder/guess-roles.ts";
import type { Source, SourceFile } from "../files.ts";
import { contentOfItems, type ItemLink, type SourceItem } from "../items.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { checkRecord, looseText, readJson } from "../text/json.ts";
import { headOf } from "../text/xml.ts";

export const githubIssuesAdapter: SourceAdapter = {
  name: "github-issues",
  reads:
    "GitHub issues and pull requests: JSON of `gh issue list --json ...`, `gh pr list --json ...`, or of the REST interface; a folder of pages",
  keeps:
    "issues by #number, of the type that GitHub or a label gives (bug, feature, test ...), with body, labels, state, milestone; links: task lists and sub-issues as contains, closing words and closing pull requests as closes, other numbers as mentions; issues that are only linked, as named only",
  drops: "people, reactions, comments, times but that when a fault was filed",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  const head = headOf(file);
  const isIssues =
    /\.json$/i.test(file.name) &&
    /"number"\s*:\s*\d/.test(head) &&
    /"title"\s*:\s*"/.test(head) &&
    /"(body|state|labels)"\s*:/.test(head);
  return isIssues
    ? { certainty: 0.9, why: "it holds issues with numbers, titles and bodies, as GitHub writes them" }
    : null;
}

const labelSchema = z.union([z.string().transform((name) => ({ name })), z.looseObject({ name: z.string() })]);
const otherSchema = z.looseObject({ number: z.int().positive(), title: looseText, url: looseText });
const issueSchema = z.looseObject({
  number: z.int().positive(),
  title: z.string(),
  body: looseText,
  state: looseText,
  html_url: looseText,
  url: looseText,
  createdAt: looseText,
  created_at: looseText,
  labels: z.array(labelSchema).nullish(),
  milestone: z.union([z.string().transform((title) => ({ title })), z.looseObject({ title: looseText })]).nullish(),
  type: z.union([z.string().transform((name) => ({ name })), z.looseObject({ name: looseText })]).nullish(),
  comments: z.unknown().optional(),
  pull_request: z.unknown().optional(),
  parent: otherSchema.nullish(),
  subIssues: z.array(otherSchema).nullish(),
  closingIssuesReferences: z.array(otherSchema).nullish(),
  closedByPullRequestsReferences: z.array(otherSchema).nullish(),
});
type Issue = z.output<typeof issueSchema>;

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const wanted = files.length === 1 ? files : files.filter((file) => claim(file) !== null);
  const parts = await readEach(wanted, context, async (file) => {
    const { value, placeOf, notes } = await readJson(file);
    const list = isObject(value) && Array.isArray(value.items) ? value.items : value;
    const raw =
      checkRecord(z.array(z.unknown()), list, { place: file.name, what: "the export", problems: context.problems }) ??
      [];
    const issues = raw.flatMap((issue, at) => {
      const place = placeOf([...(list === value ? [] : ["items"]), at]);
      const whole = checkRecord(issueSchema, issue, { place, what: `issue ${at + 1}`, problems: context.problems });
      return whole ? [{ issue: whole, place }] : [];
    });
    return { issues, records: raw.length, notes };
  });
  const issues = parts.flatMap(({ issues: own }) => own);
  const repositories = new Set(issues.map(({ issue }) => repositoryOf(issue)));
  const names = new Names(repositories.size > 1);
  for (const { issue } of issues) {
    const own = repositoryOf(issue);
    context.comments?.set(names.of(issue.number, own, own), bodiesOf(issue.comments));
  }
  const items = issues.map(({ issue, place }) => itemOf(issue, { names, place }));
  return contentOfItems(items, {
    counts: {
      issues: items.length,
      "pull requests": items.filter(({ type }) => type === "pull_request").length,
      repositories: repositories.size,
    },
    records: parts.reduce((sum, { records }) => sum + records, 0),
    roles: { issue: guessRole("issue"), pull_request: { role: "other" } },
    notes: parts.flatMap(({ notes }) => notes),
  });
}

/** Of `gh issue list --json comments`; the REST interface says how many there are alone. */
function bodiesOf(comments: unknown): string[] {
  const list = Array.isArray(comments) ? comments : [];
  return list.flatMap((one) => (isObject(one) && typeof one.body === "string" ? one.body || [] : []));
}

/** `#12`, or `owner/name#12` where an export holds several repositories, or another one is meant. */
class Names {
  readonly #areSeveral: boolean;

  constructor(areSeveral: boolean) {
    this.#areSeveral = areSeveral;
  }

  of(number: number | string, repository: string, own: string): string {
    const isOwn = repository === "" || repository === own;
    return isOwn && !this.#areSeveral ? `#${number}` : `${repository || own}#${number}`;
  }
}

const PLACE = /github[^/]*\/(?:api\/v3\/)?(?:repos\/)?([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(\d+)/;

const repositoryOf = ({ html_url, url }: Pick<Issue, "html_url" | "url">) => PLACE.exec(html_url || url)?.[1] ?? "";

function itemOf(issue: Issue, { names, place }: { names: Names; place: string }): SourceItem {
  const { number, title, body, state, labels, milestone, pull_request: pull, html_url: page, url } = issue;
  const own = repositoryOf(issue);
  const isPull = pull !== undefined || /\/pull\/\d+$/.test(page || url);
  const labelNames = (labels ?? []).map(({ name }) => name);
  const id = names.of(number, own, own);
  const type = isPull ? "pull_request" : issue.type?.name || typeByLabel(labelNames);
  return {
    id,
    type,
    title,
    text: body,
    meta: {
      state: state.toLowerCase(),
      labels: labelNames.join(", "),
      milestone: milestone?.title,
      url: page || url,
      created: namesFault(type) ? issue.createdAt || issue.created_at : "",
    },
    links: linksOf(issue, (other, repository) => names.of(other, repository, own)).filter((link) => link.id !== id),
    place,
  };
}

/** The first label that says what something is: `bug`, `type: feature`, `kind/test`. */
function typeByLabel(labels: readonly string[]): string {
  const words = labels.map((label) => label.split(/[:/]\s*/).at(-1) as string);
  return (
    words.find((word) => guessRole(word).role === "backlog_item" || guessRole(word).role === "test_case") ?? "issue"
  );
}

type NameOf = (number: number | string, repository: string) => string;

/** A number counts once, by what says most of it: a task, a closing word, a mention. */
function linksOf(issue: Issue, nameOf: NameOf): ItemLink[] {
  const links = new Map<string, ItemLink>();
  const add = (kind: string, id: string, { inverse = false, title }: { inverse?: boolean; title?: string } = {}) => {
    if (!links.has(id)) links.set(id, { kind, id, inverse, named: { type: "issue", ...(title ? { title } : {}) } });
  };
  const addOthers = (kind: string, others: Issue["subIssues"], inverse = false) => {
    for (const { number, title, url } of others ?? [])
      add(kind, nameOf(number, PLACE.exec(url)?.[1] ?? ""), { inverse, title });
  };
  addOthers("contains", issue.parent ? [issue.parent] : [], true);
  addOthers("contains", issue.subIssues);
  addOthers("closes", issue.closingIssuesReferences);
  addOthers("closes", issue.closedByPullRequestsReferences, true);
  for (const [kind, text] of [
    ["contains", tasksOf(issue.body)],
    ["closes", closedIn(issue.body)],
    ["mentions", withoutCode(issue.body)],
  ] as const)
    for (const { number, repository } of referencesIn(text)) add(kind, nameOf(number, repository));
  return [...links.values()];
}

const tasksOf = (body: string) =>
  body
    .split("\n")
    .filter((line) => /^\s*(?:[-*+]|\d+\.)\s+\[[ xX]\]\s/.test(line))
    .join("\n");
/** The words that GitHub itself obeys. */
const closedIn = (body: string) =>
  (withoutCode(body).match(/\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+\S+/gi) ?? []).join("\n");
const withoutCode = (body: string) => body.replace(/```.*?```|`[^`\n]*`|<!--.*?-->/gs, " ");

const REFERENCE =
  /(?:https?:\/\/github[^/\s]*\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(\d+))|(?<![\w/&])([\w.-]+\/[\w.-]+)?#(\d+)\b/g;

function referencesIn(text: string): { repository: string; number: string }[] {
  return [...text.matchAll(REFERENCE)].map(([, linked, of, named, number]) => ({
    repository: linked ?? named ?? "",
    number: (of ?? number) as string,
  }));
}
