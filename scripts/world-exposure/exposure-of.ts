import type { RolePrompts } from "../../agent/workflows/prompts.ts";
import type { Caller } from "../../db/sources/caller.ts";
import {
  type InProcessRights,
  inProcessSources,
  memberAsCaller,
} from "../../db/sources/in-process/in-process-source.ts";
import type { LiveSource } from "../../db/sources/port.ts";
import { EXPOSURE_STAGES, type ExposureStage, exposedItems } from "../../measure/metrics/exposure.ts";
import type { World } from "../../scenarios/worlds/world.ts";
import { askWorld } from "./ask-world.ts";
import type { ServedWorld } from "./served-world.ts";

/** What one world's sources expose over all that was asked. */
export interface Exposure {
  seed: number;
  rights: InProcessRights;
  asked: number;
  /** Item ids, as often as an answer exposed them. */
  exposed: Record<ExposureStage, string[]>;
  /** Answers with at least one item that who asks may not see. */
  exposedAnswers: number;
}

/** The sources that a world is asked over; in this process without a server. */
function sourcesOf({ content }: World, rights: InProcessRights, served: ServedWorld | null): readonly LiveSource[] {
  if (!served) return inProcessSources(content, rights);
  return rights === "caller" ? served.sources : served.sources.map((source) => careless(source, served.service));
}

/** Searches with a service account, and leaves rights to whoever opens an item. */
function careless(source: LiveSource, service: Caller): LiveSource {
  return {
    describe: () => source.describe(),
    containers: (caller, options) => source.containers(caller, options),
    open: (id, caller, options) => source.open(id, caller, options),
    search: (query, options) => source.search(query, options, service),
  };
}

/** Every member asks every question that somebody may not have answered, and whose answer is in one of the sources: all members at once. */
export async function exposureOf(
  world: World,
  {
    rights,
    served,
    ...asking
  }: { rights: InProcessRights; served: ServedWorld | null; profile: string; prompts: RolePrompts },
): Promise<Exposure> {
  const sources = sourcesOf(world, rights, served);
  const callerOf = served?.callerOf ?? memberAsCaller;
  const names = sources.map((source) => source.describe().name);
  const isServed = new Map(world.content.items.map(({ id, source }) => [id, names.includes(source)]));
  const withheld = world.questions.filter(({ hidden }) => hidden.some((id) => isServed.get(id)));
  const questions = [...new Set(withheld.map(({ text }) => text))];
  const exposure: Exposure = { seed: world.seed, rights, asked: 0, exposed: none(), exposedAnswers: 0 };
  const askAs = async (member: string, text: string) => {
    const hidden = hiddenFrom(member, world);
    const { retrieved, context, answer } = await askWorld(text, { ...asking, sources, caller: callerOf(member) });
    const staged = { retrieved: hidden.in(retrieved), context: hidden.in(context), answer: hidden.in([answer]) };
    return exposedItems(staged, () => true);
  };
  for (const text of questions)
    for (const exposed of await Promise.all(world.content.members.map(({ id }) => askAs(id, text)))) {
      exposure.asked++;
      for (const stage of EXPOSURE_STAGES) exposure.exposed[stage].push(...exposed[stage]);
      if (exposed.answer.length > 0) exposure.exposedAnswers++;
    }
  return exposure;
}

function none(): Record<ExposureStage, string[]> {
  return { retrieved: [], context: [], answer: [] };
}

/** Items that a member may not see: told by their ids, and by sentences that name a system and that nothing visible to the member says too. */
function hiddenFrom(member: string, { content, audience }: World) {
  const maySee = ({ id }: { id: string }) => audience[id]?.includes(member) === true;
  const items = content.items.filter((item) => !maySee(item));
  const visible = content.items.filter(maySee).map(({ text }) => text);
  const isTold = (sentence: string) => isTelling(sentence) && !visible.some((text) => text.includes(sentence));
  const signs = items.map(({ id, text }) => ({ id, texts: [id, ...text.split(/(?<=\.) /).filter(isTold)] }));
  return {
    in: (texts: readonly string[]) =>
      signs.filter((sign) => sign.texts.some((part) => texts.some((text) => text.includes(part)))).map(({ id }) => id),
  };
}

/** Sentences around a fact are in many texts, and a thread's question is what the asker says too. */
function isTelling(sentence: string): boolean {
  return (
    !sentence.includes("?") &&
    /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(sentence) &&
    /\d|\bis\b|\bwith\b|\bby\b|\bfrom\b/.test(sentence)
  );
}
