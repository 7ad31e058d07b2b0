import { request } from "./client.ts";

/** A live source that can be ticked. */
export interface OfferedSource {
  name: string;
  kind: string;
  isStandIn: boolean;
  hasSignIn: boolean;
}

/** An item of a source, and what hangs below it. */
export interface PlacedItem {
  id: string;
  title: string;
  text: string;
  /** Where the source shows it; its own words, so anything. */
  address: string;
  container: string;
  author: { name: string } | null;
  updatedAt: string | null;
  parts: readonly PlacedItem[];
  truncated: { shown: number; of: number | null } | null;
}

/** Tokens of the sources that are ticked, by name. They live as long as the page: no storage holds them. */
export type SourceTokens = Readonly<Record<string, string>>;

export function readSources(): Promise<OfferedSource[]> {
  return request<OfferedSource[]>("/sources");
}

/** What an item stands in, with the cited one in it: as its source shows it to the token's owner now. @throws ServiceError */
export function openInPlace(source: string, body: { id: string; token: string }) {
  return request<{ item: PlacedItem; cited: string }>(`/sources/${encodeURIComponent(source)}/open`, {
    method: "POST",
    body,
  });
}

/** A token that a sign-in gave, and what renews it. It lives as long as the page. */
export interface GivenToken {
  token: string;
  expires_in: number | null;
  refresh: string | null;
}

const CHANNEL = "scopebench-sign-in";

interface SignedIn {
  state: string;
  code: string | null;
}

/** Has a person sign in at a source, in a window of its own. @throws ServiceError; Error where it was not allowed there */
export async function signIn(source: string): Promise<GivenToken> {
  // At once, since browsers open a window for a click alone.
  const opened = open("", "_blank", "popup,width=600,height=720");
  if (opened === null) throw new Error("the browser opened no window to sign in");
  const redirect = `${location.origin}/`;
  const started = request<Started>(pathOf(source, "sign-in"), { method: "POST", body: { redirect } });
  const { address, state, verifier } = await started.catch((error: unknown) => {
    opened.close();
    throw error;
  });
  const coming = codeOf(state);
  opened.location.href = address;
  const code = await coming;
  if (code === null) throw new Error(`${source} did not let you sign in`);
  return request<GivenToken>(pathOf(source, "token"), { method: "POST", body: { code, verifier, redirect } });
}

interface Started {
  address: string;
  state: string;
  verifier: string;
}

/** @throws ServiceError where it ended for good */
export function renew(source: string, refresh: string): Promise<GivenToken> {
  return request<GivenToken>(pathOf(source, "token"), { method: "POST", body: { refresh } });
}

/** Of the sign-in that has this state: any other's code is passed over. */
function codeOf(state: string): Promise<string | null> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<SignedIn>) => {
      if (data.state !== state) return;
      channel.close();
      resolve(data.code);
    };
  });
}

/** In the window that a source has sent back: tells the page, and closes. False in any other. */
export function endSignIn(): boolean {
  const given = new URLSearchParams(location.search);
  const state = given.get("state");
  if (state === null || !(given.has("code") || given.has("error"))) return false;
  history.replaceState(null, "", "/");
  new BroadcastChannel(CHANNEL).postMessage({ state, code: given.get("code") } satisfies SignedIn);
  close();
  return true;
}

function pathOf(source: string, what: string): string {
  return `/sources/${encodeURIComponent(source)}/${what}`;
}
