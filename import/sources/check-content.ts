import { countOf } from "../../base/counts.ts";
import type { Artifact, Link } from "../../db/ports/corpus.ts";
import type { Problems } from "../folder/problems.ts";
import { quote } from "../folder/quote.ts";
import { idFault, lengthFault } from "../folder/read-artifacts.ts";
import { makeStorable } from "../folder/storable.ts";
import type { SourceContent } from "./source.ts";

/** The checks that every format shares: ids that can be stored and are unique, links with both ends. */
export function checkContent(
  { artifacts, links, places }: SourceContent,
  problems: Problems,
): { artifacts: Artifact[]; links: Link[]; notes: string[] } {
  const kept = new Map<string, Artifact>();
  let mended = 0;
  for (const artifact of artifacts) {
    const first = kept.get(artifact.id);
    const fault = first
      ? `is there twice; the second is left out${differences(first, artifact)}`
      : idFault(artifact.id);
    if (fault !== null) {
      const place = places?.get(artifact.id);
      problems.add(`${place ? `${place}: ` : ""}${artifact.type} ${quote(artifact.id)}: the id ${fault}`);
      continue;
    }
    const long = lengthFault(artifact);
    if (long !== null) {
      const place = places?.get(artifact.id);
      problems.add(`${place ? `${place}: ` : ""}${artifact.type} ${quote(artifact.id)}: ${long}`);
      continue;
    }
    const storable = makeStorable(artifact, JSON.stringify(artifact));
    if (storable !== artifact) mended++;
    kept.set(artifact.id, storable);
  }
  const ends = checkEnds(links, { kept, problems });
  const notes =
    mended > 0
      ? [
          `${countOf(mended, "artifact holds", "artifacts hold")} NUL characters or halves of surrogate pairs, which no database stores: replaced by U+FFFD`,
        ]
      : [];
  return { artifacts: [...kept.values()], links: ends, notes };
}

/** What only the second of two says: it is lost, so it is shown. */
function differences(first: Artifact, second: Artifact): string {
  const [before, after] = [fieldsOf(first), fieldsOf(second)];
  const lost = [...after].filter(([field, value]) => value !== "" && value !== before.get(field));
  return lost.length === 0 ? "" : `, with ${lost.map(([field, value]) => `${field} ${quote(value)}`).join(", ")}`;
}

function fieldsOf({ title, text, meta }: Artifact): Map<string, string> {
  const rest = Object.entries(meta).map(([key, value]) => [key, asText(value)] as const);
  return new Map([["title", title], ["text", text], ...rest]);
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

function checkEnds(
  links: SourceContent["links"],
  { kept, problems }: { kept: ReadonlyMap<string, Artifact>; problems: Problems },
): Link[] {
  const whole = new Map<string, Link>();
  for (const { sourceId, targetId, kind, place } of links) {
    const missing = [sourceId, targetId].find((id) => !kept.has(id));
    if (missing !== undefined)
      problems.add(`${place}: the link ${quote(kind)} ends at ${quote(missing)}, which is not there`);
    else whole.set(JSON.stringify([sourceId, targetId, kind]), { sourceId, targetId, kind });
  }
  return [...whole.values()];
}
