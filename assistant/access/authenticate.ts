import type { IncomingMessage } from "node:http";
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { sha256 } from "../../base/hash.ts";
import { LOCAL_USER, type Principal } from "../protocol/principal.ts";
import { Refused } from "../protocol/protocol.ts";

export interface AccessOptions {
  /** People by the token that each shows as `Authorization: Bearer` or `x-api-key`. */
  users: readonly { principal: Principal; token: string }[];
  /** A proxy in front that has asked people who they are, and says so in a header. */
  proxy: ProxyOptions | null;
}

interface ProxyOptions {
  /** Addresses or networks (`10.0.0.0/8`) from which the headers are believed, and from nowhere else. */
  from: readonly string[];
  userHeader: string;
  tenantHeader: string | null;
  /** Of whom no other is named. */
  tenant: string;
  role: Principal["role"];
  /** By name. */
  roles: Readonly<Record<string, Principal["role"]>>;
}

/** Of a service without authentication. */
export const OPEN: AccessOptions = { users: [], proxy: null };

/** Who asks. @throws Refused 401 */
export function authenticate(request: IncomingMessage, { users, proxy }: AccessOptions): Principal {
  if (users.length === 0 && proxy === null) return LOCAL_USER;
  const byProxy = proxy && isFrom(request, proxy.from) ? namedBy(request, proxy) : null;
  if (byProxy) return byProxy;
  const shown = sha256(tokenOf(request));
  // By hash: comparing tokens themselves would tell by its time how much of one is right.
  const user = users.find(({ token }) => sha256(token) === shown);
  if (user) return user.principal;
  throw new Refused(401, "expected a token of this service's, as Authorization: Bearer or x-api-key");
}

function tokenOf({ headers: { authorization = "", "x-api-key": key } }: IncomingMessage): string {
  return typeof key === "string" && key !== "" ? key : (/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "");
}

/** A name, as mail addresses and subjects of tokens are: nothing that ends a line or means everyone. */
const NAME = /^[\w.@+:|/-]{1,200}$/;

function namedBy({ headersDistinct }: IncomingMessage, proxy: ProxyOptions): Principal | null {
  const names = headersDistinct[proxy.userHeader.toLowerCase()];
  if (names === undefined) return null;
  const tenants =
    proxy.tenantHeader === null ? [proxy.tenant] : (headersDistinct[proxy.tenantHeader.toLowerCase()] ?? []);
  // Two of one header: one of them is not the proxy's.
  if (names.length !== 1 || tenants.length !== 1 || !NAME.test(names[0]!) || !NAME.test(tenants[0]!))
    throw new Refused(401, "expected the proxy to name one person, and one tenant");
  const name = names[0]!;
  const role = Object.hasOwn(proxy.roles, name) ? proxy.roles[name]! : proxy.role;
  return { tenant: tenants[0]!, name, role };
}

function isFrom({ socket }: IncomingMessage, networks: readonly string[]): boolean {
  const address = (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const list = new BlockList();
  for (const network of networks) {
    const [base = "", bits] = network.split("/");
    const family = isIPv6(base) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return isIPv4(address) ? list.check(address, "ipv4") : isIPv6(address) && list.check(address, "ipv6");
}
