import { join } from "node:path";
import { fs } from "zx";
import { freePort, runCommand, startServer } from "../../../../scripts/services/process.ts";

const PACKAGE = "/usr/share/mediawiki";
const HINT =
  "on Debian: apt-get install --no-install-recommends mediawiki php-cli php-sqlite3 php-mbstring php-xml php-intl";

export interface LeakyWiki {
  url: string;
  pid: number;
}

interface WikiContent {
  /** Name and password; who is in the group `insider` may read the namespace `Secret`. */
  users: readonly { name: string; password: string; insider: boolean }[];
  pages: Readonly<Record<string, string>>;
}

/** Debian's MediaWiki over SQLite, whose pages of one namespace a hook keeps from whoever has no right to read them. Its search does not ask that hook. */
export async function serveLeakyWiki(folder: string, { users, pages }: WikiContent): Promise<LeakyWiki> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [data, conf] = [join(folder, "data"), join(folder, "conf")];
  for (const each of [data, conf]) await fs.ensureDir(each);
  const settings = join(conf, "LocalSettings.php");
  const env = { ...process.env, MW_CONFIG_FILE: settings };
  const maintain = (script: string, ...args: string[]) =>
    runCommand(["env", `MW_CONFIG_FILE=${settings}`, "php", join(PACKAGE, "maintenance", script), ...args], {
      hint: HINT,
    });
  const place = ["--dbtype", "sqlite", "--dbpath", data, "--dbname", "wiki", "--confpath", conf];
  const site = ["--server", url, "--scriptpath", "", "--pass", "administrator-of-tests", "Bench", "Admin"];
  await runCommand(["php", join(PACKAGE, "maintenance/install.php"), ...place, ...site], { hint: HINT });
  await fs.appendFile(settings, RIGHTS);
  for (const { name, password, insider } of users)
    await maintain("createAndPromote.php", ...(insider ? ["--custom-groups", "insider"] : []), name, password);
  for (const [title, text] of Object.entries(pages)) {
    const file = join(folder, "page.txt");
    await fs.outputFile(file, text);
    await runCommand(
      ["sh", "-c", `MW_CONFIG_FILE=$0 php ${PACKAGE}/maintenance/edit.php -u Admin "$1" < "$2"`, settings, title, file],
      { hint: HINT },
    );
  }
  await maintain("rebuildtextindex.php");
  const router = join(folder, "router.php");
  await fs.outputFile(router, ROUTER);
  const served = ["-d", "error_reporting=0", "-S", `127.0.0.1:${port}`, router];
  const pid = await startServer({ command: "php", arguments: served, logFile: join(folder, "server.log"), env }, () =>
    fetch(`${url}/api.php?action=query&meta=siteinfo&format=json`),
  );
  return { url, pid };
}

const RIGHTS = `
$wgGroupPermissions['*']['read'] = false; $wgMainCacheType = CACHE_NONE; $wgJobRunRate = 0;
const NS_SECRET = 3000; $wgExtraNamespaces[NS_SECRET] = 'Secret'; $wgNamespacesToBeSearchedDefault[NS_SECRET] = true;
$wgGroupPermissions['insider']['read-secret'] = true;
$wgHooks['getUserPermissionsErrors'][] = function ($title, $user, $action, &$result) {
  $rights = MediaWiki\\MediaWikiServices::getInstance()->getPermissionManager();
  if ($title->getNamespace() !== NS_SECRET || $rights->userHasRight($user, 'read-secret')) return true;
  $result = 'badaccess-group0';
  return false;
};
`;

const ROUTER = `<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$script = preg_match('#^/(api|index)\\.php#', $path, $found) ? $found[1] . '.php' : 'index.php';
chdir('${PACKAGE}');
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/' . $script;
$_SERVER['SCRIPT_FILENAME'] = '${PACKAGE}/' . $script;
require '${PACKAGE}/' . $script;
`;
