import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { fs } from "zx";
import { writeCall } from "../../db/sources/dokuwiki/xml-rpc.ts";
import { freePort, runCommand, runningIn, startServer, stopIn, writeState } from "./process.ts";
import type { Service } from "./service.ts";

/** Where Debian's package `dokuwiki` lies. */
const PACKAGE = "/usr/share/dokuwiki";
const CONFIGURATION = "/etc/dokuwiki";
const HINT = "on Debian: apt-get install --no-install-recommends dokuwiki php-cli php-xml php-mbstring";

interface WikiUser {
  name: string;
  password: string;
  groups: readonly string[];
}

interface WikiOptions {
  users: readonly WikiUser[];
  /** Lines of its access control: `namespace:*`, `@group`, level (1 reads, 8 uploads). The last that fits closest decides. */
  rules: readonly (readonly [page: string, who: string, level: number])[];
}

/** An empty DokuWiki of one administrator, whose password is random; served by PHP's own server. */
export const dokuwiki: Service = {
  name: "dokuwiki",
  isByNameOnly: true,
  status: ({ folder }) => runningIn(folder),
  async start({ folder }) {
    const already = await runningIn(folder);
    if (already) return already;
    const passwordFile = join(folder, "password");
    if (!(await fs.pathExists(passwordFile))) {
      const password = randomBytes(18).toString("hex");
      const users = [{ name: "admin", password, groups: ["admin", "user"] }];
      await makeWiki(folder, { users, rules: [["*", "@user", 8]] });
      await fs.outputFile(passwordFile, password, { mode: 0o600 });
    }
    const { pid, url } = await serveWiki(folder);
    const token = `admin:${await fs.readFile(passwordFile, "utf8")}`;
    const environment = { SCOPEBENCH_DOKUWIKI_URL: url, SCOPEBENCH_DOKUWIKI_TOKEN: token };
    return writeState(folder, { pid, description: `DokuWiki on ${url}`, environment });
  },
  stop: ({ folder }) => stopIn(folder, "SIGTERM"),
};

/** A wiki's files in a folder. @throws UserError `environment` where the package is not installed */
export async function makeWiki(folder: string, { users, rules }: WikiOptions): Promise<void> {
  await runCommand(["test", "-d", PACKAGE], { hint: HINT });
  const [www, conf, data] = ["www", "conf", "data"].map((name) => join(folder, name)) as [string, string, string];
  await fs.copy(PACKAGE, www, { dereference: true });
  for (const name of DATA) await fs.ensureDir(join(data, name));
  for (const name of await fs.readdir(CONFIGURATION))
    if (/\.conf$|^(?:dokuwiki|license|plugins|plugins\.required)\.php$/.test(name))
      await fs.copy(join(CONFIGURATION, name), join(conf, name), { dereference: true });
  await fs.outputFile(join(www, "inc/preload.php"), `<?php define('DOKU_CONF','${conf}/'); define('DOKU_FARM','');\n`);
  await fs.outputFile(join(conf, "local.php"), settings(data));
  const accounts = await Promise.all(users.map(accountLine));
  await fs.outputFile(join(conf, "users.auth.php"), accounts.join(""), { mode: 0o600 });
  await fs.outputFile(
    join(conf, "acl.auth.php"),
    [["*", "@ALL", 0] as const, ...rules]
      .map(([scope, who, level]) => `${scope}\t${encoded(who)}\t${level}\n`)
      .join(""),
  );
}

/** Names in its access control: every printed sign of ASCII but letters and digits by its number (`auth_nameencode`). */
function encoded(who: string): string {
  return who.replace(/(?!^@)[ -/:-@[-`{-~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

const DATA = "attic cache index locks media media_attic media_meta meta pages tmp log".split(" ");

function settings(data: string): string {
  const values = {
    ...{ title: "wiki", savedir: data, datadir: join(data, "pages"), useacl: 1, authtype: "authplain" },
    ...{ superuser: "@admin", remote: 1, remoteuser: "", disableactions: "register", defaultgroup: "user" },
    ...{ basedir: "/", updatecheck: 0, passcrypt: "bcrypt" },
  };
  const lines = Object.entries(values).map(([name, value]) => `$conf['${name}']=${JSON.stringify(value)};`);
  return `<?php\n${lines.join("\n")}\n`;
}

async function accountLine({ name, password, groups }: WikiUser): Promise<string> {
  const code = "echo password_hash($argv[1], PASSWORD_BCRYPT, ['cost' => 4]);";
  const hash = await runCommand(["php", "-r", code, password], { hint: HINT });
  return `${name}:${hash}:${name}:${name}@example.net:${groups.join(",")}\n`;
}

/** Writes a page as the person of this token (`name:password`). @throws Error where the wiki does not take it */
export async function putPage(url: string, token: string, { id, text }: { id: string; text: string }): Promise<void> {
  const authorization = `Basic ${Buffer.from(token).toString("base64")}`;
  const attributes = "<param><value><struct></struct></value></param></params>";
  const body = writeCall("wiki.putPage", [id, text]).replace("</params>", attributes);
  const answer = await fetch(`${url}/lib/exe/xmlrpc.php`, { method: "POST", headers: { authorization }, body });
  const said = await answer.text();
  if (!said.includes("<boolean>1</boolean>")) throw new Error(`${id}: ${answer.status} ${said.slice(0, 300)}`);
}

/** Starts PHP's server over a wiki's files, on a free loopback port. */
export async function serveWiki(folder: string): Promise<{ pid: number; url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const pid = await startServer(
    {
      command: "php",
      arguments: ["-d", "error_reporting=0", "-S", `127.0.0.1:${port}`, "-t", join(folder, "www")],
      logFile: join(folder, "server.log"),
    },
    () => fetch(`${url}/doku.php`),
  );
  return { pid, url };
}
