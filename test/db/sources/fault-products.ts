import { changed, memberOf, type ProxiedAnswer, type ProxiedRequest, type Rewrite } from "./proxy.ts";

type Mend = (answer: ProxiedAnswer, request: ProxiedRequest) => ProxiedAnswer;

/** What differs from product to product: how it says things, and where they stand in its answers. What is left out its protocol does not have. */
export interface FaultyProduct {
  name: string;
  /** Results a page, where it gives them so. */
  pageSize?: number;
  /** Whether it says how many there are. */
  counts?: boolean;
  /** The token's end, as the product says it, also in the middle of a search. */
  expire: Mend;
  /** What it says of an item that was listed, and is no more. */
  archive: Mend;
  /** A query refused, in these words. */
  refuse(said: string): ProxiedAnswer;
  /** The way to the next page leads back to the first. */
  loop?: { mend(answer: ProxiedAnswer, first: ProxiedAnswer): ProxiedAnswer } | { rewrite: Rewrite };
  /** It says that there is more, and not how to come by it. */
  keepBack?: Mend;
  /** From the second page on the server gives fewer a page than are asked for. */
  shrink?: Rewrite;
  /** What that ends with, where pages have numbers and not cursors. */
  shrinksTo?: "loop";
}

export const plain = (status: number, body: string, headers: Record<string, string> = {}): ProxiedAnswer => ({
  ...{ status, body },
  headers: { "content-type": "application/json", ...headers },
});
const refuseJson = (said: string) => plain(400, JSON.stringify({ message: said, ok: false, error: said }));
const xml = (value: string) =>
  plain(200, `<?xml version="1.0"?><methodResponse>${value}</methodResponse>`, { "content-type": "text/xml" });
const xmlValue = (value: string) => xml(`<params><param><value>${value}</value></param></params>`);
/** The next pages by paths in which this stands in the first place of that. */
const inPath =
  (from: string, to: string): Rewrite =>
  ({ path }) => ({ path: path.replace(from, to) });
const later =
  (rewrite: Rewrite): Rewrite =>
  (request) =>
    request.number > 1 ? rewrite(request) : {};
const NO_MORE = { page: 1, pages: 1, count: 100, total: 230 };

export const BACKLOT: readonly FaultyProduct[] = [
  {
    ...{ name: "confluence", pageSize: 50, counts: true, refuse: refuseJson },
    expire: () => plain(403, '{"message":"Current user not permitted to use Confluence","statusCode":403}'),
    archive: (answer) => changed(answer, "status", "archived"),
    loop: { mend: (answer, first) => changed(answer, "_links.next", memberOf(first, "_links.next")) },
    keepBack: (answer) => changed(answer, "_links.next", undefined),
    shrink: later(inPath("limit=50", "limit=20")),
  },
  {
    ...{ name: "jira", pageSize: 50, counts: false, refuse: refuseJson },
    expire: () => plain(200, '{"issues":[],"isLast":true}', { "x-seraph-loginreason": "AUTHENTICATED_FAILED" }),
    archive: () => plain(404, '{"errorMessages":["Issue does not exist"],"errors":{}}'),
    loop: { mend: (answer, first) => changed(answer, "nextPageToken", memberOf(first, "nextPageToken")) },
    keepBack: (answer) => changed(answer, "nextPageToken", undefined),
    shrink: later(inPath("maxResults=50", "maxResults=20")),
  },
  {
    ...{ name: "slack", pageSize: 100, counts: true, refuse: refuseJson },
    expire: () => plain(200, '{"ok":false,"error":"token_expired"}'),
    archive: () => plain(200, '{"ok":false,"error":"thread_not_found"}'),
    loop: { mend: (answer, first) => changed(answer, "messages.paging", memberOf(first, "messages.paging")) },
    keepBack: (answer) => changed(answer, "messages.paging", NO_MORE),
    shrink: later(({ body }) => ({ body: body.replace("count=100", "count=20") })),
    shrinksTo: "loop",
  },
];

export const MATRIX: FaultyProduct = {
  ...{ name: "matrix", pageSize: 50, counts: false },
  refuse: (said) => plain(400, JSON.stringify({ errcode: "M_INVALID_PARAM", error: said })),
  expire: () => plain(401, '{"errcode":"M_UNKNOWN_TOKEN","error":"Access token has expired","soft_logout":true}'),
  archive: (answer, { place }) => (place.includes("/event/") ? changed(answer, "content", {}) : answer),
  loop: {
    mend: (answer, first) =>
      changed(
        answer,
        "search_categories.room_events.next_batch",
        memberOf(first, "search_categories.room_events.next_batch"),
      ),
  },
  shrink: later(({ body }) => ({ body: body.replace('"limit":50', '"limit":20') })),
};

export const ROCKETCHAT: FaultyProduct = {
  ...{ name: "rocketchat", pageSize: 50, counts: false },
  refuse: (said) => plain(400, JSON.stringify({ success: false, error: said })),
  expire: () => plain(401, '{"status":"error","message":"You must be logged in to do this."}'),
  archive: () => plain(400, '{"success":false,"error":"The required msgId is not valid"}'),
  loop: { rewrite: inPath("offset=50", "offset=0") },
  shrink: later(inPath("count=50", "count=20")),
};

export const DOKUWIKI: FaultyProduct = {
  name: "dokuwiki",
  refuse: (said) =>
    xml(
      `<fault><value><struct><member><name>faultString</name><value>${said}</value></member></struct></value></fault>`,
    ),
  // As it answers nobody: it knows no such login, and everything else is empty.
  expire: (_, { place }) =>
    xmlValue(place.endsWith("dokuwiki.login") ? "<boolean>0</boolean>" : "<array><data/></array>"),
  archive: (answer, { place }) => (place.endsWith("getPageHTML") ? xmlValue("<string></string>") : answer),
};

export const REDMINE: FaultyProduct = {
  ...{ name: "redmine", pageSize: 100, counts: true, refuse: refuseJson },
  // One that everybody may read answers a key that ended as it answers nobody.
  expire(answer, { place }) {
    if (place.endsWith("/search.json")) return plain(200, '{"results":[],"total_count":0,"offset":0,"limit":100}');
    if (place.endsWith("/projects.json")) return plain(200, '{"projects":[],"total_count":0,"offset":0}');
    return place.endsWith("/users/current.json")
      ? plain(401, "")
      : place.includes("/issues/")
        ? plain(404, "")
        : answer;
  },
  archive: (_, { place }) => (place.endsWith("/users/current.json") ? _ : plain(404, "")),
  loop: { rewrite: inPath("offset=100", "offset=0") },
  keepBack: (answer, { place, number }) =>
    place.endsWith("/search.json") && number > 1 ? changed(answer, "results", []) : answer,
  shrink: (request) => (request.place.endsWith("/search.json") ? inPath("limit=100", "limit=40")(request) : {}),
};
