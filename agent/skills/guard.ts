/** Modules of Node's own that a script may import: what reads its files and works on texts. */
const ALLOWED = [
  ...[
    "assert",
    "buffer",
    "events",
    "fs",
    "fs/promises",
    "path",
    "path/posix",
    "querystring",
    "stream",
    "stream/promises",
  ],
  ...["string_decoder", "timers", "timers/promises", "url", "util", "zlib"],
];

/**
 * Runs before a script, in its process. Node's permission model holds files, processes, threads and native code; of Node 24 it
 * does not hold the network and signals to other processes. So the script imports ES modules of its own folder and the modules
 * above alone, sees of `process` what is listed here, and connecting is taken out of Node's own modules, should one be reached.
 */
export const GUARD = `
import { writeSync } from "node:fs";
import module, { createRequire } from "node:module";

// Looked up by own key: a method on a prototype is what a script can put another in place of.
const tableOf = (names) => Object.freeze(Object.assign(Object.create(null), Object.fromEntries(names.map((name) => [name, true]))));
const allowed = tableOf(${JSON.stringify(ALLOWED.flatMap((name) => [name, `node:${name}`]))});
const builtin = tableOf(module.builtinModules.flatMap((name) => [name, \`node:\${name}\`]));
const refuse = (what) => { throw new Error("not allowed in a skill's script: " + what); };
const require = createRequire(import.meta.url);
const deny = (holder, names) => {
  for (const name of names)
    Object.defineProperty(holder, name, { value: () => refuse(name), writable: false, configurable: false });
};
const net = require("node:net");
deny(net.Socket.prototype, ["connect"]);
deny(net.Server.prototype, ["listen"]);
deny(require("node:dgram").Socket.prototype, ["bind", "send", "connect"]);
for (const dns of [require("node:dns"), require("node:dns").promises])
  deny(dns, Object.keys(dns).filter((name) => typeof dns[name] === "function" && name !== "Resolver"));
for (const { Resolver } of [require("node:dns"), require("node:dns").promises])
  deny(Resolver.prototype, Object.getOwnPropertyNames(Resolver.prototype).filter((name) => /^(?:resolve|reverse)/.test(name)));

module.registerHooks({
  resolve(specifier, context, next) {
    if (builtin[specifier] && !allowed[specifier]) refuse(specifier);
    return next(specifier, context);
  },
  load(url, context, next) {
    if (allowed[url]) return next(url, context);
    if (url[0] + url[1] + url[2] + url[3] + url[4] !== "file:") refuse(url);
    const loaded = next(url, context);
    return loaded.format === "module" || loaded.format === "json" ? loaded : refuse("a module of the format " + loaded.format);
  },
});

const { argv, version, platform, exit } = process;
const write = (fd) => (text) => { writeSync(fd, String(text)); return true; };
const line = (fd) => (...parts) => void writeSync(fd, parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part) ?? String(part))).join(" ") + "\\n");
const shown = Object.freeze({
  argv: Object.freeze(["node", ...argv.slice(1)]), env: Object.freeze({}), version, platform,
  exit: (code) => exit(code), cwd: () => ".",
  stdout: Object.freeze({ write: write(1) }), stderr: Object.freeze({ write: write(2) }),
});
const plain = Object.freeze({ log: line(1), info: line(1), debug: line(1), warn: line(2), error: line(2) });
for (const [name, value] of Object.entries({ process: shown, console: plain }))
  Object.defineProperty(globalThis, name, { value, writable: false, configurable: false });
// All that loads the client of HTTP, which leaves its pool of connections in a global symbol.
for (const name of ["fetch", "WebSocket", "EventSource", "Request", "Response", "Headers", "FormData", "MessageEvent", "CloseEvent"]) delete globalThis[name];
`;
