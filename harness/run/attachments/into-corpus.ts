import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import { makeCorpus } from "../../../db/corpora/make-corpus.ts";
import { CONFIGURATION_FEATURES } from "../../../db/issues/issues.ts";
import type { Corpus } from "../../../db/ports/corpus.ts";

/** What is known of a record besides its own text, and where from. */
export interface TextOfAttachment {
  record: string;
  text: string;
}

/** Features of a configuration, by name. */
export interface FoundFeatures {
  record: string;
  name: string;
  features: readonly string[];
}

/** The corpus whose records say what was found in their attachments: as words at the end of their texts, and features as a field. */
export function withAttachments(
  corpus: Corpus,
  { found, told }: { found: readonly FoundFeatures[]; told: readonly TextOfAttachment[] },
): Corpus {
  const featuresOf = grouped(found, ({ record }) => record);
  const toldOf = grouped(told, ({ record }) => record);
  const artifacts = corpus.artifacts.map((artifact) => {
    const configurations = featuresOf.get(artifact.id);
    const sentences = [
      ...(configurations ?? []).filter(({ features }) => features.length > 0).map(sayFeatures),
      ...(toldOf.get(artifact.id) ?? []).map(({ text }) => text),
    ];
    if (!configurations && sentences.length === 0) return artifact;
    const names = [...new Set((configurations ?? []).flatMap(({ features }) => features))].sort(compareText);
    return {
      ...artifact,
      text: [artifact.text, ...sentences].join("\n\n"),
      meta: { ...artifact.meta, ...(configurations && { [CONFIGURATION_FEATURES]: names }) },
    };
  });
  const notes = [
    ...(found.length > 0
      ? [`features of ${countOf(found.length, "configuration")} are in its texts, by a person's patterns`]
      : []),
    ...(told.length > 0 ? [`${countOf(told.length, "text")} by a language model are in its texts`] : []),
  ];
  return makeCorpus({ ...corpus, artifacts, notes: [...corpus.notes, ...notes] });
}

function sayFeatures({ name, features }: FoundFeatures): string {
  return `Configuration ${name.split("/").at(-1)}: ${features.join(", ")}.`;
}
