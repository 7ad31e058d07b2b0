import { Caller } from "../../db/sources/caller.ts";
import type { LiveSource, SourceDescription } from "../../db/sources/port.ts";
import { Refused } from "../protocol/protocol.ts";
import type { AssistantService } from "./service.ts";

/** What people may tick. */
export function offeredSources({ options: { sources = [], signIns = {} } }: AssistantService): OfferedSource[] {
  return sources.map((source) => {
    const described = source.describe();
    return { ...described, hasSignIn: Object.hasOwn(signIns, described.name) };
  });
}

interface OfferedSource extends SourceDescription {
  /** Whether a person may sign in there, in place of giving a token. */
  hasSignIn: boolean;
}

/** @throws Refused 422 for names that no source has */
export function checkSources(service: AssistantService, names: readonly string[]): void {
  const offered = offeredSources(service).map(({ name }) => name);
  const unknown = names.filter((name) => !offered.includes(name));
  if (unknown.length > 0)
    throw new Refused(
      422,
      `no live source is called ${unknown.join(", ")}; there are: ${offered.join(", ") || "none"}`,
    );
}

/** An item as the source shows it to this person now, among what it stands in: a reply in its thread, a comment below its issue. */
export async function itemInPlace(
  service: AssistantService,
  { source: name, id, token }: { source: string; id: string; token: string },
) {
  checkSources(service, [name]);
  const source = service.options.sources!.find((one) => one.describe().name === name)!;
  const caller = Caller.withTokens(service.principal.name, { [name]: token });
  const item = await opened(source, id, caller);
  if (item.parent === null) return { item, cited: id };
  return { item: await opened(source, item.parent, caller), cited: id };
}

async function opened(source: LiveSource, id: string, caller: Caller) {
  const outcome = await source.open(id, caller);
  if (outcome.type === "opened") return outcome.item;
  throw new Refused(STATUS[outcome.type] ?? 502, `${source.describe().name}: ${outcome.message} (${outcome.type})`);
}

/** Not 401, on which pages ask for the service's own token. */
const STATUS: Readonly<Record<string, number>> = { gone: 404, forbidden: 403, unauthorised: 403, rate_limited: 429 };
