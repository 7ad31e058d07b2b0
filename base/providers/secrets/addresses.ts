/** Passwords and keys in an address, as they stand there and decoded; [] for anything else. */
export function credentialsIn(text: string): string[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
  const { user, query } = partsOf(text, { lenient: !URL.canParse(text) });
  // Without a colon it is a key (`https://KEY@host`).
  const password = user.includes(":") ? user.slice(user.indexOf(":") + 1) : user;
  const keys = query.flatMap(({ name, value }) => (CREDENTIAL.test(name) ? [value] : []));
  const found = [password, ...keys].filter((value) => value !== "");
  return [...new Set(found.flatMap((value) => [value, decoded(value)]))];
}

/** Parameters of an address whose values let somebody in. */
const CREDENTIAL = /key|token|secret|password|passwd|pwd|auth|sig|credential/i;

/** A text in which addresses have neither users with their passwords nor values in their queries. Linear in the text. */
export function redactAddresses(text: string): string {
  const clean: string[] = [];
  let from = 0;
  // One slash: what was taken for a path has lost the other.
  for (let at = text.indexOf(":/"); at !== -1; at = text.indexOf(":/", from)) {
    const start = at + (text.startsWith("://", at) ? "://" : ":/").length;
    const end = endOf(text, start);
    clean.push(
      text.slice(from, start),
      saysNoMore(text, at) ? text.slice(start, end) : redacted(text.slice(start, end)),
    );
    from = end;
  }
  return from === 0 ? text : clean.join("") + text.slice(from);
}

/** Links to a thread's artifacts have their path in the query; a single letter is a drive. */
function saysNoMore(text: string, at: number): boolean {
  return text.endsWith("artifact", at) || !/[a-z][a-z0-9+.-]$/i.test(text.slice(Math.max(0, at - 2), at));
}

const AFTER_ADDRESS = /[\s"'<>`]/g;

function endOf(text: string, start: number): number {
  AFTER_ADDRESS.lastIndex = start;
  return AFTER_ADDRESS.exec(text)?.index ?? text.length;
}

/** Of what follows `://`. */
function redacted(address: string): string {
  const authority = address.search(/[/?#]/);
  const host = authority === -1 ? address : address.slice(0, authority);
  const rest = authority === -1 ? "" : address.slice(authority);
  const user = host.lastIndexOf("@");
  const where = user === -1 ? host : `[redacted]${host.slice(user)}`;
  const [plain = "", ...fragments] = rest.split(/(?=#)/);
  const query = plain.indexOf("?");
  const path = query === -1 ? plain : plain.slice(0, query) + plain.slice(query).replace(/([?&][^=&]*=)[^&]*/g, MARKED);
  // Tokens are handed over in fragments too; a plain one names a part of a page.
  return where + path + fragments.join("").replace(/([#&][^=&#]*=)[^&#]*/g, MARKED);
}

const MARKED = "$1[redacted]";

interface Parts {
  /** `user:password`, as written. */
  user: string;
  query: { name: string; value: string }[];
}

/** @param lenient the user may hold any character, as in an address that was written without encoding */
function partsOf(address: string, { lenient }: { lenient: boolean }): Parts {
  const rest = address.slice(address.indexOf("://") + "://".length);
  const authority = lenient ? rest : rest.split(/[/?#]/, 1)[0]!;
  const at = authority.lastIndexOf("@");
  const query = [...rest.matchAll(/[?&#]([^=&#]*)=([^&#]*)/g)].map(([, name = "", value = ""]) => ({ name, value }));
  return { user: at === -1 ? "" : authority.slice(0, at), query };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Written without encoding.
  }
}
