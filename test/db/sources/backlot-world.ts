import { Caller } from "../../../db/sources/caller.ts";
import type { LiveSource } from "../../../db/sources/port.ts";
import { SOURCE_TYPES } from "../../../db/sources/registry.ts";
import { type BacklotRecord, startBacklot, type TestBacklot } from "./backlot.ts";
import type { ContractWorld } from "./contract.ts";
import type { FilledServer } from "./filled-server.ts";

const INSIDER = "ines.wagner@acme.com";
const OUTSIDER = "otto.braun@acme.com";
/** More than two pages of any adapter. */
const MANY = 230;

export const BACKLOT_PRODUCTS = ["confluence", "jira", "slack"] as const;
type Product = (typeof BACKLOT_PRODUCTS)[number];

/** The contract's facts in each product: public ones, and one that a group reads to which the outsider does not belong. */
function backlotRecords(): BacklotRecord[] {
  return BACKLOT_PRODUCTS.flatMap((product) => [
    record(product, 1, "The zebra pump overheats"),
    { ...record(product, 2, "It overheats, the pump, says the zebra"), ...below(product, "so it does, zebra") },
    {
      ...record(product, 3, "okapi: the pump is replaced next week"),
      visibility: "group",
      ...inside(product, "vault"),
    },
    ...Array.from({ length: MANY }, (_, i) => record(product, 10 + i, `gnu of day ${i + 1}`)),
    { ...record(product, 9, "seen by whoever is outside"), author_email: OUTSIDER, author_groups: ["guests"] },
  ]);
}

function record(product: Product, number: number, content: string): BacklotRecord {
  const day = new Date(Date.UTC(2026, 0, 1, 8, number)).toISOString();
  return {
    source_type: product,
    doc_id: `${product}-${number}`,
    ...inside(product, "plant"),
    ...(product === "slack" ? {} : { title: `Note ${number}` }),
    ...(product === "jira" ? { issuetype: "Task", status: "To Do", reporter: INSIDER } : {}),
    ...(product === "confluence" ? { subtype: "page" } : {}),
    content,
    created: day,
    visibility: "public",
    author_email: INSIDER,
    author_name: "Ines Wagner",
    author_groups: ["engineering", "vault"],
  };
}

/** A reply, or a comment. */
function below(product: Product, content: string): BacklotRecord {
  const said = { content, author_email: OUTSIDER };
  const at = new Date(Date.UTC(2026, 0, 1, 8, 2, 30));
  if (product === "slack") return { replies: [{ ...said, created: at.toISOString() }] };
  return product === "jira" ? { comments: [{ ...said, created_ts: at.getTime() / 1000 }] } : {};
}

function inside(product: Product, name: string): BacklotRecord {
  const member = { confluence: "space", jira: "project", slack: "channel" }[product];
  return { [member]: name, group: name };
}

/** One server for its three products. */
export async function startBacklotWorld(): Promise<Record<Product, FilledServer>> {
  const server = await startBacklot(backlotRecords());
  const filled = (product: Product): FilledServer => ({
    ...{ url: server.url, stop: server.stop },
    world: (url) => worldOf(server, openAt(product, url), product),
  });
  return { confluence: filled("confluence"), jira: filled("jira"), slack: filled("slack") };
}

function worldOf(server: TestBacklot, source: LiveSource, product: Product): ContractWorld {
  const caller = (id: string, token: string): Caller => Caller.withTokens(id, { [source.describe().name]: token });
  const token = (email: string): string => tokenFor(product, email, server.tokenOf(email));
  return {
    source,
    insider: caller("ines", token(INSIDER)),
    outsider: caller("otto", token(OUTSIDER)),
    stranger: caller("stranger", tokenFor(product, INSIDER, "usr-0123456789abcdef0123")),
    shared: "zebra",
    secret: "okapi",
    phrase: "pump overheats",
    many: { word: "gnu", count: MANY },
    unknownId: { confluence: "99999999", jira: "NONE-1", slack: "C00000000:1.000000" }[product],
  };
}

function openAt(product: Product, url: string): LiveSource {
  const { confluence, jira, slack } = SOURCE_TYPES;
  const server = "backlot";
  if (product === "confluence") return confluence.open("wiki", { url: `${url}/atlassian/wiki`, server }, { fetch });
  if (product === "jira") return jira.open("tracker", { url: `${url}/atlassian`, server }, { fetch });
  return slack.open("chat", { url: `${url}/slack/api`, server }, { fetch });
}

/** Atlassian's tokens belong to an address. */
function tokenFor(product: Product, email: string, token: string): string {
  return product === "slack" ? token : `${email}:${token}`;
}
