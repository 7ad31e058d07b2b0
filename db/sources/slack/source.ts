import { z } from "zod";
import { backlotWords, searchTakes } from "../asking/backlot.ts";
import { basicOrBearer } from "../asking/basic-or-bearer.ts";
import { checkQuery } from "../asking/check-query.ts";
import { listContainers, type PageAnswer, searchPages } from "../asking/collect-pages.ts";
import { faultOf, readJson } from "../asking/read-answer.ts";
import { requestJson } from "../asking/request-json.ts";
import type { Caller } from "../caller.ts";
import type {
  CallOptions,
  ContainersOutcome,
  LiveSource,
  SearchOptions,
  SearchOutcome,
  SourceDescription,
  SourceFault,
  SourceQuery,
} from "../port.ts";
import type { SourceEffects } from "../source-type.ts";
import { CHANNELS_ANSWER, matchItem, SEARCH_ANSWER, SLACK_ANSWER, slackFault } from "./answers.ts";
import { type MethodAnswer, type MethodCall, openMessage } from "./open-message.ts";
import { filterProblems, writeSlackQueries } from "./search-query.ts";

export const SLACK_OPTIONS = z.strictObject({
  /** Of the methods. */
  url: z.url().default("https://slack.com/api"),
  /** What stands there: the product, or backlot in its place. */
  server: z.enum(["slack", "backlot"]).default("slack"),
});

type Options = z.infer<typeof SLACK_OPTIONS>;

/** Items a request; Slack allows 100. */
const PAGE_SIZE = 100;
const CHANNEL_TYPES = "public_channel,private_channel,mpim,im";

/** Slack, by its web methods. The token is a person's own (`xoxp-...`), which searches what the person sees. */
export function openSlack(name: string, { url, server }: Options, { fetch }: SourceEffects): LiveSource {
  const isStandIn = server === "backlot";

  /** One method, read in its form; `status` is that of the request. */
  async function call<T>({ method, form, schema, caller, signal }: MethodCall<T>): Promise<MethodAnswer<T>> {
    const request = { url: `${url.replace(/\/+$/, "")}/${method}`, source: name, caller, form, signal, fetch };
    const answer = await requestJson({ ...request, authorization: basicOrBearer });
    const { status } = answer;
    if (answer.type !== "answered") return { status, result: faultOf(answer) };
    const read = readJson(answer, SLACK_ANSWER);
    if (read.type !== "read") return { status, result: read };
    if (!read.value.ok) return { status, result: slackFault(read.value.error ?? "an error without a name") };
    return { status, result: readJson(answer, schema) };
  }

  function describe(): SourceDescription {
    return {
      ...{ name, kind: "chat", container: "channel", language: "Slack search", items: ["message"] },
      ...searchTakes(isStandIn),
    };
  }

  async function search(query: SourceQuery, options: SearchOptions, caller: Caller): Promise<SearchOutcome> {
    const checked = checkQuery(query, describe());
    if ("type" in checked) return { ...checked, requests: [] };
    const problems = filterProblems(checked);
    if (problems.length > 0) return { type: "refused", message: problems.join("; "), requests: [] };
    const queries = isStandIn ? await backlotQueries(checked, caller, options) : writeSlackQueries(checked);
    if ("type" in queries) return { ...queries, requests: [] };
    return searchPages(queries, options, async (written, page) => {
      const form = { query: written, count: String(PAGE_SIZE), page: page ?? "1" };
      const { signal } = options;
      const { status, result } = await call({ method: "search.messages", form, schema: SEARCH_ANSWER, caller, signal });
      if (result.type !== "read") return { status, page: withoutGone(result) };
      const { matches, total, paging } = result.value.messages;
      const next = paging.page < paging.pages ? { at: String(paging.page + 1) } : null;
      return { status, page: { items: matches.map((match) => matchItem(match, name)), total, next } };
    });
  }

  /** backlot knows a channel in a query by its name alone. */
  async function backlotQueries(
    query: SourceQuery,
    caller: Caller,
    options: CallOptions,
  ): Promise<string[] | SourceFault> {
    const { container } = query.filters;
    const words = backlotWords(query);
    if (container === undefined) return words;
    const listed = await containers(caller, options);
    if (listed.type !== "listed") return listed;
    const channel = listed.containers.find(({ key }) => key === container);
    if (!channel) return { type: "refused", message: `no channel ${JSON.stringify(container)}` };
    return words.map((one) => `in:#${channel.name} ${one}`);
  }

  const open: LiveSource["open"] = (id, caller, { signal } = {}) =>
    openMessage({ id, source: name, caller, signal, call });

  async function containers(caller: Caller, { signal }: CallOptions = {}): Promise<ContainersOutcome> {
    return listContainers("channels", async (cursor) => {
      const form = { types: CHANNEL_TYPES, limit: "200", ...(cursor === null ? {} : { cursor }) };
      const { status, result } = await call({
        ...{ method: "conversations.list", form, schema: CHANNELS_ANSWER, caller, signal },
      });
      if (result.type !== "read") return { status, page: withoutGone(result) };
      const { channels, response_metadata: metadata } = result.value;
      const next = metadata.next_cursor === "" ? null : { at: metadata.next_cursor };
      return { status, page: { items: channels, total: null, next } };
    });
  }

  return { describe, search, open, containers };
}

/** Of a search, nothing can be gone: a channel that is not there is a filter refused. */
function withoutGone(fault: ReturnType<typeof slackFault>): PageAnswer<never>["page"] {
  return fault.type === "gone" ? { type: "refused", message: fault.message } : fault;
}
