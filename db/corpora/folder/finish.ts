import { compareText } from "../../../base/hash.ts";
import type { Artifact, Corpus, CorpusMapping, Link } from "../../corpus.ts";
import { makeCorpus } from "../make-corpus.ts";
import type { CorpusFile } from "../mapping.ts";
import { checkLinks } from "./check-links.ts";
import { completeMapping } from "./complete-mapping.ts";
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
  artifacts: readonly Artifact[];
  links: readonly Link[];
  notes: readonly string[];
}

/**
 * The last part of every way into a corpus: guesses what `file` leaves open, checks that the mapping fits.
 * @throws UserError `corpus` when no type is a test case, or a mapped kind fits no link.
 */
export function finishCorpus({ path, defaultName, file, kinds, artifacts, links, notes: readNotes }: Parts): Corpus {
  const problems = new Problems();
  const guessed = completeMapping({ file, defaultName, artifacts: byId(artifacts), links });
  const mapping = { ...guessed.mapping, linkKinds: { ...guessed.mapping.linkKinds, ...kinds } };
  requireTestCases(mapping, problems);
  const linkNotes = checkLinks({ mapping, artifacts, links }, problems);
  problems.throwIfAny(path);
  const notes = [...readNotes, ...guessed.notes, ...linkNotes].map(showable);
  return makeCorpus({ mapping, artifacts, links, notes });
}

/** Guesses must not depend on the order of lines. */
function byId(artifacts: readonly Artifact[]): Artifact[] {
  return [...artifacts].sort((a, b) => compareText(a.id, b.id));
}

function requireTestCases(mapping: CorpusMapping, problems: Problems): void {
  const types = Object.entries(mapping.artifactTypes);
  if (types.some(([, { role }]) => role === "test_case")) return;
  problems.add(
    `no artifact type is a test case; the types are ${types.map(([type]) => type).join(", ")}: say in corpus.yaml, under artifactTypes, which one is, or import with --mapping 'type=test_case'`,
  );
}
