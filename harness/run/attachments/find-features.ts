import { RE2JS } from "re2js";
import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import type { ConfigurationBlock } from "../../../import/attachments/device-configuration.ts";
import type { Feature } from "./features-file.ts";

/** A configuration that is attached to a report. */
export interface AttachedConfiguration {
  record: string;
  name: string;
  blocks: readonly ConfigurationBlock[];
}

export type FeatureReader = (blocks: readonly ConfigurationBlock[]) => ReadonlySet<Feature>;

/** Reads which features a configuration has: where a block begins as one says, and holds all of its lines. */
export function featureReader(features: readonly Feature[]): FeatureReader {
  const compiled = features.map((feature) => {
    const [block, ...lines] = [feature.block, ...feature.lines].map((source) => RE2JS.compile(source));
    return { feature, block: block!, lines };
  });
  const fits = (expression: RE2JS, text: string) => expression.matcher(text).find();
  return (blocks) =>
    new Set(
      compiled
        .filter(({ block, lines }) =>
          blocks.some(
            ({ text, below }) =>
              fits(block, text) && lines.every((line) => below.some((beneath) => fits(line, beneath.text))),
          ),
        )
        .map(({ feature }) => feature),
    );
}

/**
 * The features of a file, counted anew, and after them what none of their patterns names: commands that begin a block, or stand
 * alone, in configurations of at least so many reports, for a person to review. Nothing that stands in the file is changed but its count.
 */
export function withCandidates(
  features: readonly Feature[],
  configurations: readonly AttachedConfiguration[],
  least: number,
): Feature[] {
  const named = features.map(({ block }) => RE2JS.compile(block));
  const lines = configurations.flatMap(({ record, blocks }) =>
    blocks
      .filter(({ text }) => !/^no\s/.test(text) && !named.some((pattern) => pattern.matcher(text).find()))
      .map(({ text }) => ({ record, words: /^[a-z][a-z0-9-]*(?: [a-z][a-z-]*)?(?=\s|$)/.exec(text)?.[0] ?? "" })),
  );
  const candidates = candidatesOf(
    lines.filter(({ words }) => words !== ""),
    least,
  );
  return [
    ...counted(features, configurations),
    ...counted(candidates, configurations).sort((a, b) => b.seen - a.seen || compareText(a.feature, b.feature)),
  ];
}

function counted(features: readonly Feature[], configurations: readonly AttachedConfiguration[]): Feature[] {
  const read = featureReader(features);
  const found = configurations.map(({ record, blocks }) => ({ record, has: read(blocks) }));
  return features.map((feature) => {
    const records = found.filter(({ has }) => has.has(feature)).map(({ record }) => record);
    return { ...feature, seen: new Set(records).size };
  });
}

interface Line {
  record: string;
  /** A command, or a command and a name. */
  words: string;
}

/** Two words where enough reports have both, else the first. */
function candidatesOf(lines: readonly Line[], least: number): Feature[] {
  const often = (group: readonly Line[]) => new Set(group.map(({ record }) => record)).size;
  const pairs = [...grouped(lines, ({ words }) => words)].filter(([, group]) => often(group) >= least);
  const taken = new Set(pairs.map(([words]) => words));
  const rest = lines.filter(({ words }) => !taken.has(words));
  const single = [...grouped(rest, ({ words }) => words.split(" ")[0]!)].filter(([, group]) => often(group) >= least);
  return [...pairs, ...single.filter(([word]) => !taken.has(word))].map(([words]): Feature => {
    return { feature: words, block: `^${words}(?:\\s|$)`, lines: [], seen: 0, keep: null };
  });
}
