import { z } from "zod";
import { backlotWords, searchTakes } from "../asking/backlot.ts";
import { basicOrBearer } from "../asking/basic-or-bearer.ts";
import { checkQuery } from "../asking/check-query.ts";
import { listContainers, type PageAnswer, searchPages } from "../asking/collect-pages.ts";
import { quoted } from "../asking/quoted.ts";
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
  SourceContainer,
  SourceDescription,
  SourceQuery,
} from "../port.ts";
import type { SourceEffects } from "../source-type.ts";
import { ISSUE_ANSWER, ISSUE_FIELDS, issueItem, openedIssue, PROJECTS_ANSWER, SEARCH_ANSWER } from "./answers.ts";
import { writeJql } from "./jql.ts";

export const JIRA_OPTIONS = z.strictObject({
  /** `https://company.atlassian.net` */
  url: z.url(),
  /** What stands there: the product, or backlot in its place. */
  server: z.enum(["jira", "backlot"]).default("jira"),
});

type Options = z.infer<typeof JIRA_OPTIONS>;

/** Items a request; the same for all pages, since a cursor belongs to a size of page. */
const PAGE_SIZE = 50;

/** Jira's cloud, by version 3 of its REST interface. The token is an API token as `email:token`. */
export function openJira(name: string, { url, server }: Options, { fetch }: SourceEffects): LiveSource {
  const isStandIn = server === "backlot";
  const root = url.replace(/\/+$/, "");
  const place = { source: name, url: root };

  /** Jira answers somebody whom it does not know with what everybody may see, often nothing: never taken for an answer. */
  async function ask(path: string, caller: Caller, signal?: AbortSignal): Promise<JsonAnswer> {
    const request = { url: `${root}/rest/api/3/${path}`, source: name, caller, signal, fetch };
    const answer = await requestJson({ ...request, authorization: basicOrBearer });
    if (answer.type !== "answered" || !isAnonymousView(answer.headers)) return answer;
    return { type: "unauthorised", status: answer.status, message: "answered as to nobody: the token is not taken" };
  }

  function describe(): SourceDescription {
    return {
      ...{ name, kind: "tracker", container: "project", language: "JQL", items: ["issue"] },
      ...searchTakes(isStandIn),
    };
  }

  async function search(query: SourceQuery, options: SearchOptions, caller: Caller): Promise<SearchOutcome> {
    const checked = checkQuery(query, describe());
    if ("type" in checked) return { ...checked, requests: [] };
    const queries = isStandIn ? backlotJql(checked) : [writeJql(checked)];
    return searchPages(queries, options, async (jql, nextPageToken) => {
      const shape = { jql, maxResults: String(PAGE_SIZE), fields: ISSUE_FIELDS };
      const parameters = new URLSearchParams(nextPageToken === null ? shape : { ...shape, nextPageToken });
      const answer = await ask(`search/jql?${parameters}`, caller, options.signal);
      return { status: answer.status, page: readIssues(answer) };
    });
  }

  function readIssues(answer: JsonAnswer): PageAnswer<LiveItem>["page"] {
    if (isForbidden(answer)) return { type: "unauthorised", message: messageOf(answer) };
    const read = readJson(answer, SEARCH_ANSWER);
    if (read.type !== "read") return read;
    const { issues, nextPageToken: at, isLast } = read.value;
    const next = at === undefined ? (isLast === false ? "lost" : null) : { at };
    return { items: issues.map((issue) => issueItem(issue, place)), total: null, next };
  }

  async function open(id: string, caller: Caller, { signal }: CallOptions = {}): Promise<OpenOutcome> {
    const answer = await ask(`issue/${encodeURIComponent(id)}?fields=${ISSUE_FIELDS}`, caller, signal);
    const requests = [{ query: id, status: answer.status, items: 0 }];
    if (answer.type !== "answered") return { ...faultOf(answer), requests };
    const { status, message } = answer;
    if (status === 403 && isNotAdmitted(message)) return { type: "unauthorised", message, requests };
    if (status === 403) return { type: "forbidden", message, requests };
    if (status === 404 || status === 410) return { type: "gone", message, requests };
    const read = readJson(answer, ISSUE_ANSWER);
    if (read.type !== "read") return { ...read, requests };
    const item = openedIssue(read.value, place);
    return { type: "opened", item, requests: [{ query: id, status, items: 1 }] };
  }

  async function containers(caller: Caller, { signal }: CallOptions = {}): Promise<ContainersOutcome> {
    return listContainers("projects", async (startAt) => {
      const answer = await ask(`project/search?startAt=${startAt ?? 0}&maxResults=${PAGE_SIZE}`, caller, signal);
      return { status: answer.status, page: readProjects(answer) };
    });
  }

  return { describe, search, open, containers };
}

function readProjects(answer: JsonAnswer): PageAnswer<SourceContainer>["page"] {
  if (isForbidden(answer)) return { type: "unauthorised", message: messageOf(answer) };
  const read = readJson(answer, PROJECTS_ANSWER);
  if (read.type !== "read") return read;
  const { values, startAt, total, isLast } = read.value;
  return { items: values, total, next: isLast ? null : { at: String(startAt + values.length) } };
}

function backlotJql(query: SourceQuery): string[] {
  const { container } = query.filters;
  const project = container === undefined ? "" : ` AND project = ${quoted(container)}`;
  return backlotWords(query).map((words) => `text ~ ${quoted(words)}${project}`);
}

/** Headers in which Jira says how the asking person was known. */
function isAnonymousView(headers: Headers): boolean {
  const isRefused = /FAILED|DENIED|^OUT$/.test(headers.get("x-seraph-loginreason") ?? "");
  return isRefused || headers.get("x-ausername") === "anonymous";
}

function isForbidden(answer: JsonAnswer): boolean {
  return answer.type === "answered" && answer.status === 403;
}

/** The gateway's 403 for a bearer token that it cannot read. */
function isNotAdmitted(message: string): boolean {
  return /Auth Token|authenticat/i.test(message);
}

function messageOf(answer: JsonAnswer): string {
  return answer.message;
}
