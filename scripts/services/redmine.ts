import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fs } from "zx";
import { freePort, runCommand, runningIn, startServer, stopIn, writeState } from "./process.ts";
import type { Service } from "./service.ts";

/** Where Debian's package `redmine` lies; it keeps links to its instances there, so that only its owner can start one. */
const PACKAGE = "/usr/share/redmine";
const INSTANCE = "scopebench";
const HINT = "on Debian, as root: apt-get install --no-install-recommends redmine redmine-sqlite";

/** An empty Redmine over SQLite, with its REST interface on, no reading without a login, and an administrator with a random key. */
export const redmine: Service = {
  name: "redmine",
  isByNameOnly: true,
  status: ({ folder }) => runningIn(folder),
  async start({ folder }) {
    const already = await runningIn(folder);
    if (already) return already;
    await runCommand(["test", "-d", PACKAGE], { hint: HINT });
    await fs.ensureDir(folder);
    // The package knows one instance of this name: that of who started last.
    await fs.remove(join(PACKAGE, "instances", INSTANCE));
    await fs.ensureSymlink(folder, join(PACKAGE, "instances", INSTANCE));
    const keyFile = join(folder, "key");
    if (!(await fs.pathExists(keyFile))) await makeTracker(folder, keyFile);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const pid = await startServer(
      {
        ...command(folder, ["ruby", "-e", SERVE, String(port)]),
        logFile: join(folder, "server.log"),
      },
      () => fetch(`${url}/login`),
    );
    const environment = { SCOPEBENCH_REDMINE_URL: url, SCOPEBENCH_REDMINE_KEY: await fs.readFile(keyFile, "utf8") };
    return writeState(folder, { pid, description: `Redmine on ${url}`, environment });
  },
  stop: ({ folder }) => stopIn(folder, "SIGTERM"),
};

async function makeTracker(folder: string, keyFile: string): Promise<void> {
  for (const name of ["config", "files", "log", "tmp", "public"]) await fs.ensureDir(join(folder, name));
  // A thread for each request, and a connection for each of as many as ask at once.
  const database = {
    ...{ adapter: "sqlite3", database: join(folder, "redmine.db"), encoding: "utf8", timeout: 10_000 },
    ...{ pool: 64, checkout_timeout: 60 },
  };
  await fs.outputJson(join(folder, "config/database.yml"), { production: database });
  await fs.outputFile(join(folder, "config/secret_key.txt"), randomBytes(32).toString("hex"), { mode: 0o600 });
  const key = randomBytes(20).toString("hex");
  for (const rake of ["db:migrate", "redmine:load_default_data"]) await runIn(folder, ["rake", rake]);
  // Who reads does not wait for who writes, nor the other way round. The file keeps it.
  const file = new DatabaseSync(database.database);
  file.exec("PRAGMA journal_mode = WAL");
  file.close();
  await runIn(folder, ["rails", "runner", SEED, key, randomBytes(12).toString("hex")]);
  await fs.outputFile(keyFile, key, { mode: 0o600 });
}

function command(folder: string, words: readonly string[]) {
  const variables = { X_DEBIAN_SITEID: INSTANCE, RAILS_ENV: "production", REDMINE_LANG: "en" };
  const given = Object.entries({ ...variables, SCHEMA: join(folder, "schema.rb") }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return { command: "env", arguments: ["-C", PACKAGE, ...given, "bundle", "exec", ...words] };
}

async function runIn(folder: string, words: readonly string[]): Promise<void> {
  const { command: program, arguments: given } = command(folder, words);
  await runCommand([program, ...given], { hint: HINT });
}

const SEED = `
Setting.rest_api_enabled = 1
Setting.login_required = 1
user = User.new(firstname: "root", lastname: "of tests", mail: "root@example.net", language: "en")
user.login = "scopebench"
user.admin = true
user.password = user.password_confirmation = ARGV[1]
user.save!
Token.create!(user_id: user.id, action: "api")
Token.where(user_id: user.id, action: "api").update_all(value: ARGV[0])
`;

/** WEBrick is in Debian, and not in Redmine's bundle: its folder is put on the path before that hides it. */
const SERVE = `
$LOAD_PATH.unshift(*Dir["/usr/share/rubygems-integration/all/gems/webrick-*/lib", "/usr/lib/ruby/vendor_ruby"].select { |d| File.exist?(d + "/webrick.rb") })
require "webrick"
require "${PACKAGE}/config/environment"
require "rack/handler/webrick"
Rack::Handler::WEBrick.run(Rails.application, Host: "127.0.0.1", Port: Integer(ARGV[0]), AccessLog: [])
`;
