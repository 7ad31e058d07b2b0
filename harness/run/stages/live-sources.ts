import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { LiveSources, SourceSettings } from "../../../agent/contract/contract.ts";
import type { SignIn } from "../../../assistant/protocol/sign-in.ts";
import { namedSecret } from "../../../base/environment.ts";
import { jsonOrUndefined } from "../../../base/json-object.ts";
import type { Outages } from "../../../base/outages/outages.ts";
import { UserError } from "../../../base/user-error.ts";
import { Caller } from "../../../db/sources/caller.ts";
import { inProcessSources, memberAsCaller } from "../../../db/sources/in-process/in-process-source.ts";
import { readServedContent } from "../../../db/sources/in-process/read-content.ts";
import { outlastingSource } from "../../../db/sources/outlasting-source.ts";
import type { LiveSource } from "../../../db/sources/port.ts";
import { recordedSource } from "../../../db/sources/recorded-source.ts";
import { SOURCE_TYPES } from "../../../db/sources/registry.ts";
import { withIds } from "../../../db/sources/with-ids.ts";
import type { SourceEntry } from "../../record/config/live-sources-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { variablesOf } from "../../record/config/source-tokens.ts";
import type { Effects } from "../../record/effects.ts";

interface Opening {
  environment: Effects["environment"];
  outages: Outages;
}

/** Live sources of `bench.yaml` as the agent takes them, opened. @throws UserError where a file is not what it should be */
export async function toLiveSources(entry: Config["live_sources"], opening: Opening): Promise<LiveSources | undefined> {
  if (!entry) return undefined;
  const { in_process, sources = [] } = entry;
  const settings = toSourceSettings(entry);
  if (in_process) {
    const content = await readServedContent(in_process.path);
    return { sources: inProcessSources(content, in_process.rights), callerOf: memberAsCaller, settings };
  }
  return {
    sources: await Promise.all(sources.map((source) => openSource(source, opening))),
    callerOf: (id) => callerFrom(id, { variables: variablesOf({ live_sources: entry }, id), ...opening }),
    settings,
  };
}

/** For people: what a source does is told at once, nothing is waited for, and its items have its own ids. Tokens come with what is asked. */
export async function toPeoplesSources(entry: Config["live_sources"]): Promise<LiveSources | undefined> {
  if (!entry) return undefined;
  const { in_process, sources = [] } = entry;
  const opened = in_process
    ? inProcessSources(await readServedContent(in_process.path), in_process.rights)
    : sources.map(openType);
  const offered = opened.filter((source) => entry.asked?.includes(source.describe().name) ?? true);
  return { sources: offered, callerOf: (id) => Caller.withTokens(id, {}), settings: toSourceSettings(entry) };
}

/** Where people sign in, by the sources' names. A secret stands in a variable alone. */
export function toSignIns(entry: Config["live_sources"], environment: Effects["environment"]): Record<string, SignIn> {
  const own = (entry?.sources ?? []).flatMap(({ name, sign_in }) => (sign_in ? [{ name, sign_in }] : []));
  return Object.fromEntries(
    own.map(({ name, sign_in: { authorize, token, client_id: clientId, client_secret_env, audience, scope } }) => {
      const clientSecret = client_secret_env === undefined ? undefined : namedSecret(client_secret_env, environment);
      return [name, { authorize, token, clientId, clientSecret, audience, scope }];
    }),
  );
}

export function toSourceSettings(entry: NonNullable<Config["live_sources"]>): SourceSettings {
  const { in_process: _in, sources: _sources, fact_check: factCheck, ...settings } = entry;
  return { ...settings, factCheck };
}

/** As a measurement asks it: an outage is no outcome, and what is asked goes over the run's recording. */
async function openSource(entry: SourceEntry, { outages }: Opening): Promise<LiveSource> {
  const { name, ids } = entry;
  const asked = recordedSource(outlastingSource(openType(entry), outages));
  return ids === undefined ? asked : withIds(asked, await readIds(ids, name));
}

function openType(entry: SourceEntry): LiveSource {
  const { type, name, token_env: _variable, ids: _ids, sign_in: _signIn, ...options } = entry;
  const { options: schema, open } = SOURCE_TYPES[type];
  return open(name, schema.parse(options) as never, { fetch });
}

/** With the tokens that are set: preflight has said which are not, and a replay needs none. */
function callerFrom(
  id: string,
  { variables, environment }: Pick<Opening, "environment"> & { variables: Record<string, string> },
): Caller {
  const set = Object.entries(variables).filter(([, variable]) => environment[variable]);
  return Caller.fromEnvironment(id, Object.fromEntries(set), environment);
}

const idsSchema = z.record(z.string(), z.string().min(1));

/** @throws UserError `config` */
export async function readIds(path: string, source: string): Promise<Record<string, string>> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new UserError("config", `live_sources: the ids of ${source} cannot be read from ${path}`, { cause });
  });
  const parsed = idsSchema.safeParse(jsonOrUndefined(text));
  if (parsed.success) return parsed.data;
  throw new UserError("config", `live_sources: expected ids of ${source} in ${path}, found something else`, {
    hint: 'a JSON object, the scenarios\' id by the source\'s own: { "4956589": "PAGE-1452" }',
  });
}
