import { cacheDirectoryOf } from "../../../base/cache-directory.ts";
import { countOf } from "../../../base/counts.ts";
import { makeRandom, shuffle } from "../../../base/random.ts";
import type { Artifact, Corpus, LinkRole } from "../../../db/ports/corpus.ts";
import { fitsRole, inRole, mapCorpus } from "../../../db/ports/corpus-rows.ts";
import { type RoleGaps, roleGaps } from "../../../import/folder/role-gaps.ts";
import { readCatalogue } from "../../../scenarios/catalogue/catalogue.ts";
import { leftUnphrased } from "../../../scenarios/catalogue/facets.ts";
import { familyNeeds } from "../../../scenarios/generate.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { withServices } from "../interactive/with-services.ts";
import { corpusOf } from "../stages/corpus-of.ts";
import { roleGapsText } from "../stages/role-gaps-text.ts";
import { describeSnapshot } from "./describe-snapshot.ts";

const LINKS_DRAWN = 10;

interface Review {
  families: ReturnType<typeof familyNeeds>;
  /** What no question asks about, and why. */
  notes: string[];
  /** Links drawn by lot, each as a sentence. */
  links: string[];
  roleGaps: RoleGaps | null;
}

/**
 * What came of an import, for a person to check: counts, what each scenario family lacks, and links drawn by lot in words.
 * Builds the snapshot where there is none: what a family needs is asked of the database, as when scenarios are generated.
 */
export async function reviewCorpus({ config, io, json }: { config: Config; io: Io; json: boolean }): Promise<void> {
  await withServices({ config, io }, async (services) => {
    const substrate = await services.substrate();
    const streamed = await corpusOf(config, {
      cacheDirectory: cacheDirectoryOf(io.environment),
      environment: io.environment,
    });
    const corpus = { ...streamed, artifacts: [...streamed.artifacts] };
    const catalogue = await readCatalogue(substrate);
    const review: Review = {
      families: familyNeeds(catalogue),
      notes: leftUnphrased(catalogue.facets),
      links: drawLinks(corpus, config.seed),
      roleGaps: roleGaps(corpus),
    };
    if (json)
      return io.out(
        jsonText(
          { counts: substrate.manifest.counts, ...review },
          { isMendable: "is_mendable", roleGaps: "role_gaps" },
        ),
      );
    io.out(`${describeSnapshot(substrate.manifest)}\n\n${printable(reviewText(review))}`);
  });
}

function reviewText({ families, notes, links, roleGaps: gaps }: Review): string {
  return [
    "scenario families",
    ...families.map(
      ({ family, lacks }) =>
        `  ${family.padEnd(13)} ${lacks.length === 0 ? "can be asked" : `lacks ${lacks.join(", and ")}`}`,
    ),
    ...notes,
    "",
    links.length === 0 ? "there are no links" : `${countOf(links.length, "link")} drawn by lot: is each true?`,
    ...links.map((link) => `  ${link}`),
    ...(gaps ? roleGapsText(gaps) : []),
  ].join("\n");
}

const VERBS: Record<LinkRole, string> = {
  containment: "contains",
  reference: "tests",
  message_coverage: "covers",
  protocol_coverage: "covers",
  membership: "belongs to",
  call: "calls",
  inheritance: "inherits from",
};

/** Each as its role reads it; one that takes no part as it stands. */
function drawLinks(corpus: Corpus, seed: number): string[] {
  const { byId } = mapCorpus(corpus);
  const drawn = shuffle(makeRandom("review", seed), corpus.links).slice(0, LINKS_DRAWN);
  return drawn.map((link) => {
    const read = inRole(link, corpus.mapping);
    const isUsed = read !== null && fitsRole(read, byId);
    const { sourceId, targetId } = isUsed ? read : link;
    const [source, target] = [sourceId, targetId].map((id) => sayEnd(byId.get(id) as Artifact));
    return isUsed
      ? `${source} ${VERBS[read.role]} ${target} (${link.kind})`
      : `${source} -> ${target} (${link.kind}, no role)`;
  });
}

const LONGEST_TITLE = 60;

function sayEnd({ id, type, title }: Artifact): string {
  const short = title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 3).toWellFormed()}...` : title;
  return title === id ? `${type} ${id}` : `${type} ${id} "${short}"`;
}
