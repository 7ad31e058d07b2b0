import { z } from "zod";
import { checkQuery } from "../asking/check-query.ts";
import { besideRequest, listContainers, type PageAnswer, searchPages } from "../asking/collect-pages.ts";
import { faultOf, readJson } from "../asking/read-answer.ts";
import { type JsonAnswer, requestJson } from "../asking/request-json.ts";
import type { Caller } from "../caller.ts";
import type {
  CallOptions,
  ContainersOutcome,
  LiveItem,
  LiveSource,
  OpenOutcome,
  SearchOptions,
  SearchOutcome,
  SourceDescription,
  SourceFault,
  SourceQuery,
  SourceRequest,
} from "../port.ts";
import type { SourceEffects } from "../source-type.ts";
import {
  ISSUE_ANSWER,
  ISSUES_ANSWER,
  issueItem,
  openedIssue,
  PROJECTS_ANSWER,
  SEARCH_ANSWER,
  USER_ANSWER,
} from "./answers.ts";
import { isSearched, MOST_TOKENS, writeRedmineQueries } from "./search-query.ts";

export const REDMINE_OPTIONS = z.strictObject({
  /** Where `issues` is. */
  url: z.url(),
});

type Options = z.infer<typeof REDMINE_OPTIONS>;

/** Items a request; Redmine gives no more. */
const PAGE_SIZE = 100;

/** Redmine by its REST interface, which its administrator switches on. The token is a person's own API key. */
export function openRedmine(name: string, { url }: Options, { fetch }: SourceEffects): LiveSource {
  const root = url.replace(/\/+$/, "");
  const place = { source: name, url: root };
  const ask = (path: string, caller: Caller, signal?: AbortSignal): Promise<JsonAnswer> =>
    requestJson({
      ...{ url: `${root}/${path}`, source: name, caller, signal, fetch },
      authorization: (token) => ({ "X-Redmine-API-Key": token }),
    });

  /** Where reading needs no login, a key that nobody has is answered as nobody is: so it is asked first whose it is. */
  async function admission(
    caller: Caller,
    signal?: AbortSignal,
  ): Promise<{ status: number | null; fault: SourceFault | null }> {
    const answer = await ask("users/current.json", caller, signal);
    if (answer.type === "answered" && [403, 404].includes(answer.status))
      return { status: answer.status, fault: { type: "unauthorised", message: answer.message } };
    const read = readJson(answer, USER_ANSWER);
    return { status: answer.status, fault: read.type === "read" ? null : read };
  }

  function describe(): SourceDescription {
    return {
      ...{ name, kind: "tracker", container: "project", language: "Redmine search", items: ["issue"] },
      ...{ filters: ["container"], hasPhrases: true, isStandIn: false },
    };
  }

  async function search(query: SourceQuery, options: SearchOptions, caller: Caller): Promise<SearchOutcome> {
    const checked = checkQuery(query, describe(), isSearched);
    if ("type" in checked) return { ...checked, requests: [] };
    const { keywords, match, filters } = checked;
    if (match === "all" && keywords.length > MOST_TOKENS)
      return { type: "refused", message: `more than ${MOST_TOKENS} keywords at once`, requests: [] };
    const { signal } = options;
    const within = filters.container === undefined ? "" : `projects/${encodeURIComponent(filters.container)}/`;
    return searchPages(writeRedmineQueries(checked), options, async (q, offset) => {
      // Of each page: a key that ends in between is answered with what nobody may see.
      const { status: admitted, fault } = await admission(caller, signal);
      if (fault) return { status: admitted, page: fault };
      const beside = [besideRequest("current user", admitted)];
      const words = match === "all" ? { all_words: "1" } : { all_words: "" };
      const shape = { q, ...words, issues: "1", limit: String(PAGE_SIZE), offset: offset ?? "0" };
      const answer = await ask(`${within}search.json?${new URLSearchParams(shape)}`, caller, signal);
      const page = await readResults(answer, { caller, signal, beside });
      return { status: answer.status, page, beside };
    });
  }

  /** A search says neither project nor author: the issues of a page are asked for once more. One that is gone by then is left out. */
  async function readResults(
    answer: JsonAnswer,
    { caller, signal, beside }: { caller: Caller; signal: AbortSignal | undefined; beside: SourceRequest[] },
  ): Promise<PageAnswer<LiveItem>["page"]> {
    const read = readJson(answer, SEARCH_ANSWER);
    if (read.type !== "read") return read;
    const { results, total_count, offset } = read.value;
    if (results.length === 0) return { items: [], total: total_count ?? 0, next: null };
    const ids = results.map(({ id }) => String(id));
    const asked = { issue_id: ids.join(","), status_id: "*", limit: String(PAGE_SIZE) };
    const given = await ask(`issues.json?${new URLSearchParams(asked)}`, caller, signal);
    beside.push(besideRequest("issues found", given.status));
    const details = readJson(given, ISSUES_ANSWER);
    if (details.type !== "read") return details;
    const byId = new Map(details.value.issues.map((issue) => [issue.id, issueItem(issue, place)]));
    const end = offset + results.length;
    const gone = ids.filter((id) => !byId.has(id)).length;
    const next = end < (total_count ?? 0) ? { at: String(end) } : null;
    return { items: ids.flatMap((id) => byId.get(id) ?? []), total: (total_count ?? 0) - gone, next };
  }

  async function open(id: string, caller: Caller, { signal }: CallOptions = {}): Promise<OpenOutcome> {
    const answer = await ask(`issues/${encodeURIComponent(id)}.json?include=journals`, caller, signal);
    const requests = [{ query: id, status: answer.status, items: 0 }];
    if (answer.type !== "answered") return { ...faultOf(answer), requests };
    const { status, message } = answer;
    if (status === 403) return { type: "forbidden", message, requests };
    if (status === 404) {
      const { status: admitted, fault } = await admission(caller, signal);
      const both = [...requests, besideRequest("current user", admitted)];
      return fault ? { ...fault, requests: both } : { type: "gone", message, requests: both };
    }
    const read = readJson(answer, ISSUE_ANSWER);
    if (read.type !== "read") return { ...read, requests };
    return { type: "opened", item: openedIssue(read.value.issue, place), requests: [{ query: id, status, items: 1 }] };
  }

  async function containers(caller: Caller, { signal }: CallOptions = {}): Promise<ContainersOutcome> {
    return listContainers("projects", async (offset) => {
      const { status: admitted, fault } = await admission(caller, signal);
      if (fault) return { status: admitted, page: fault };
      const answer = await ask(`projects.json?limit=${PAGE_SIZE}&offset=${offset ?? 0}`, caller, signal);
      const beside = [besideRequest("current user", admitted)];
      const read = readJson(answer, PROJECTS_ANSWER);
      if (read.type !== "read") return { status: answer.status, page: read, beside };
      const { projects, total_count: total, offset: from } = read.value;
      const end = from + projects.length;
      const items = projects.map(({ id: key, name: called }) => ({ key, name: called }));
      return { status: answer.status, page: { items, total, next: end < total ? { at: String(end) } : null }, beside };
    });
  }

  return { describe, search, open, containers };
}
