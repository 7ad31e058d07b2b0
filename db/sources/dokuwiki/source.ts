import { z } from "zod";
import { compareText } from "../../../base/text-order.ts";
import { checkQuery } from "../asking/check-query.ts";
import { besideRequest, listContainers, searchPages } from "../asking/collect-pages.ts";
import { markupText } from "../asking/markup-text.ts";
import { faultOf, isoTime, snippetOf } from "../asking/read-answer.ts";
import { requestJson } from "../asking/request-json.ts";
import { Caller } from "../caller.ts";
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
import { isIndexed, namespaceProblem, writeDokuWikiQuery } from "./search-query.ts";
import { readResponse, writeCall, type XmlRpcFault, type XmlRpcValue } from "./xml-rpc.ts";

export const DOKUWIKI_OPTIONS = z.strictObject({
  /** Of the wiki: where `doku.php` is. */
  url: z.url(),
});

type Options = z.infer<typeof DOKUWIKI_OPTIONS>;

const FOUND = z.array(z.object({ id: z.string(), mtime: z.number(), snippet: z.string() }));
const PAGES = z.array(z.object({ id: z.string() }));
const INFO = z.object({ lastModified: z.string(), author: z.string() });

/** DokuWiki by XML-RPC, which its administrator switches on. The token is `name:password`. */
export function openDokuWiki(name: string, { url }: Options, { fetch }: SourceEffects): LiveSource {
  const root = url.replace(/\/+$/, "");

  async function call<T>({ method, parameters, schema, caller, signal }: Call<T>): Promise<Called<T>> {
    const answer = await requestJson({
      ...{ url: `${root}/lib/exe/xmlrpc.php`, source: name, caller, signal, fetch },
      authorization: (token) => ({ authorization: `Basic ${Buffer.from(token).toString("base64")}` }),
      content: { type: "text/xml", body: writeCall(method, parameters), read: readResponse },
    });
    const { status } = answer;
    if (answer.type !== "answered") return { status, result: faultOf(answer) };
    if (status === 403) return { status, result: { type: "forbidden", message: "403" } };
    const response = answer.json as { value: XmlRpcValue } | { fault: XmlRpcFault };
    if ("fault" in response) return { status, result: { type: "refused", message: response.fault.faultString } };
    const read = schema.safeParse(response.value);
    if (read.success) return { status, result: { type: "read", value: read.data } };
    return { status, result: { type: "unreadable", message: `${method}: ${read.error.issues[0]?.message}` } };
  }

  /** DokuWiki answers a wrong password as it answers nobody, with an empty list: so it is asked first whether it knows the caller. */
  async function admitted(
    caller: Caller,
    signal?: AbortSignal,
  ): Promise<{ status: number | null; fault: SourceFault | null }> {
    const [user = "", ...password] = (Caller.tokenOf(caller, name) ?? "").split(":");
    const parameters = [user, password.join(":")];
    const { status, result } = await call({
      method: "dokuwiki.login",
      parameters,
      schema: z.boolean(),
      caller,
      signal,
    });
    if (result.type !== "read") return { status, fault: withoutForbidden(result) };
    return {
      status,
      fault: result.value ? null : { type: "unauthorised", message: "the wiki does not know the caller" },
    };
  }

  function describe(): SourceDescription {
    return {
      ...{ name, kind: "wiki", container: "namespace", language: "DokuWiki search", items: ["page"] },
      ...{ filters: ["container"], hasPhrases: true, isStandIn: false },
    };
  }

  async function search(query: SourceQuery, options: SearchOptions, caller: Caller): Promise<SearchOutcome> {
    const checked = checkQuery(query, describe(), isIndexed);
    if ("type" in checked) return { ...checked, requests: [] };
    const problem = namespaceProblem(checked.filters.container);
    if (problem) return { type: "refused", message: problem, requests: [] };
    return searchPages([writeDokuWikiQuery(checked)], options, async (written) => {
      const { signal } = options;
      const { status: admission, fault } = await admitted(caller, signal);
      if (fault) return { status: admission, page: fault };
      const beside = [besideRequest("login", admission)];
      const parameters = [written];
      const { status, result } = await call({ method: "dokuwiki.search", parameters, schema: FOUND, caller, signal });
      if (result.type !== "read") return { status, page: withoutForbidden(result), beside };
      const items = result.value.map(({ id, mtime, snippet }) => ({
        ...pageOf(id),
        snippet: snippetOf(markupText(snippet)),
        updatedAt: isoTime(mtime * 1000),
      }));
      return { status, page: { items, total: items.length, next: null }, beside };
    });
  }

  function pageOf(id: string): LiveItem {
    const namespace = id.split(":").slice(0, -1).join(":");
    return {
      ...{ id, source: name, kind: "page", title: id, snippet: "" },
      address: `${root}/doku.php?id=${encodeURIComponent(id)}`,
      container: namespace === "" ? ":" : namespace,
      ...{ author: null, parent: null, updatedAt: null },
    };
  }

  async function open(id: string, caller: Caller, { signal }: CallOptions = {}): Promise<OpenOutcome> {
    const requests: SourceRequest[] = [];
    const note = (status: number | null, items: number): void => void requests.push({ query: id, status, items });
    const { status, fault } = await admitted(caller, signal);
    note(status, 0);
    if (fault) return { ...fault, requests };
    const asking = { parameters: [id], caller, signal };
    const html = await call({ method: "wiki.getPageHTML", schema: z.string(), ...asking });
    note(html.status, 0);
    if (html.result.type !== "read") return { ...html.result, requests };
    if (html.result.value === "") return { type: "gone", message: "no such page", requests };
    const info = await call({ method: "wiki.getPageInfo", schema: INFO, ...asking });
    note(info.status, 1);
    if (info.result.type !== "read") return { ...info.result, requests };
    const { author, lastModified } = info.result.value;
    const text = markupText(html.result.value);
    const shown = { author: { id: author, name: author }, updatedAt: isoTime(lastModified), snippet: snippetOf(text) };
    return { type: "opened", item: { ...pageOf(id), ...shown, text, parts: [], truncated: null }, requests };
  }

  async function containers(caller: Caller, { signal }: CallOptions = {}): Promise<ContainersOutcome> {
    return listContainers("namespaces", async () => {
      const { status: admission, fault } = await admitted(caller, signal);
      if (fault) return { status: admission, page: fault };
      const beside = [besideRequest("login", admission)];
      const asked = { method: "wiki.getAllPages", parameters: [], schema: PAGES, caller, signal };
      const { status, result } = await call(asked);
      if (result.type !== "read") return { status, page: withoutForbidden(result), beside };
      const namespaces = new Set(result.value.map(({ id }) => pageOf(id).container).filter((one) => one !== ":"));
      const items = [...namespaces].sort(compareText).map((key) => ({ key, name: key }));
      return { status, page: { items, total: items.length, next: null }, beside };
    });
  }

  return { describe, search, open, containers };
}

interface Call<T> {
  method: string;
  parameters: readonly string[];
  schema: z.ZodType<T>;
  caller: Caller;
  signal: AbortSignal | undefined;
}

interface Called<T> {
  status: number | null;
  result: { type: "read"; value: T } | SourceFault | { type: "forbidden"; message: string };
}

/** Of what everybody may ask, a 403 says that the wiki serves no XML-RPC, or not to this caller. */
function withoutForbidden(fault: Exclude<Called<never>["result"], { type: "read" }>): SourceFault {
  return fault.type === "forbidden" ? { type: "unauthorised", message: fault.message } : fault;
}
