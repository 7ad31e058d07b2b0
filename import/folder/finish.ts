import { compareText } from "../../base/text-order.ts";
import { makeCorpus } from "../../db/corpora/make-corpus.ts";
import {
  type Artifact,
  type ArtifactHead,
  type Artifacts,
  type Corpus,
  type CorpusMapping,
  headsOf,
  type Link,
  type MappedType,
} from "../../db/ports/corpus.ts";
import { checkLinks } from "./check-links.ts";
import { completeMapping } from "./complete-mapping.ts";
import type { CorpusFile } from "./mapping.ts";
import { Problems } from "./problems.ts";
import { showable } from "./quote.ts";

interface Parts {
  /** Named in messages. */
  path: string;
  /** What the corpus is called when nothing says otherwise. */
  defaultName: string;
  file: CorpusFile;
  /** Link kinds whose role somebody named, on top of what `file` says or leaves to be guessed. */
  kinds?: CorpusMapping["linkKinds"];
  artifacts: Artifacts;
  links: readonly Link[];
  notes: readonly string[];
  /** Default: true. A tracker's reports alone can be read, though nothing can be run on them. */
  testsNeeded?: boolean;
}

/**
 * The last part of every way into a corpus: guesses what `file` leaves open, checks that the mapping fits.
 * @throws UserError `corpus` when no type is a test case, or a mapped kind fits no link.
 */
export function finishMapping({
  path,
  defaultName,
  file,
  kinds,
  artifacts,
  links,
  notes: readNotes,
  testsNeeded = true,
}: Parts): Pick<Corpus, "mapping" | "notes"> {
  const problems = new Problems();
  // Guesses must not depend on the order of lines.
  const heads = [...headsOf(artifacts)].sort((a, b) => compareText(a.id, b.id));
  const guessed = completeMapping({ file, defaultName, heads, links });
  const mapping = { ...guessed.mapping, linkKinds: { ...guessed.mapping.linkKinds, ...kinds } };
  if (testsNeeded) requireTestCases(mapping, heads, problems);
  const linkNotes = checkLinks({ mapping, artifacts, links }, problems);
  problems.throwIfAny(path);
  return { mapping, notes: [...readNotes, ...guessed.notes, ...linkNotes].map(showable) };
}

/** Of a corpus in memory. */
export function finishCorpus(parts: Parts & { artifacts: readonly Artifact[] }): Corpus {
  return makeCorpus({ ...finishMapping(parts), artifacts: parts.artifacts, links: parts.links });
}

/** Reports of faults need no test cases, unless a type that nobody knows may be these. */
function isTracker(types: readonly MappedType[]): boolean {
  return types.some(({ fault }) => fault) && types.every(({ role }) => role !== "other");
}

function requireTestCases(mapping: CorpusMapping, heads: readonly ArtifactHead[], problems: Problems): void {
  const types = Object.entries(mapping.artifactTypes);
  if (types.some(([, { role }]) => role === "test_case") || isTracker(types.map(([, mapped]) => mapped))) return;
  const count = (type: string) => heads.filter((head) => head.type === type).length;
  const others = types.filter(([, { role }]) => role === "other");
  const [likely] = (others.length > 0 ? others : types).sort(([a], [b]) => count(b) - count(a));
  problems.add(
    `no artifact type is a test case; the types are ${types.map(([type]) => type).join(", ")}: say in corpus.yaml, under artifactTypes, which one is, or import with it, such as --mapping '${likely?.[0]}=test_case'`,
  );
}
