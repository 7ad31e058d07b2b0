import { UserError } from "../../base/user-error.ts";
import type { Source, SourceFile } from "./files.ts";
import { SOURCE_ADAPTERS } from "./registry.ts";
import type { Claim, SourceAdapter } from "./source.ts";

export interface Choice {
  adapter: SourceAdapter;
  /** A sentence for the user. */
  why: string;
  /** Other formats that some of the files may be, one sentence each, the likeliest first. */
  others: readonly string[];
}

/** A format that some files of a source may be. */
export interface Candidate {
  adapter: SourceAdapter;
  /** 0..1: how sure it is of how much of the source. */
  weight: number;
  /** Share of the files that it claims. */
  share: number;
  /** The files that it claims. */
  claims: readonly FileClaim[];
  /** Files that indicate the format, whichever adapter claims them. */
  relevant: number;
  why: string;
}

interface FileClaim extends Claim {
  file: SourceFile;
}

/** A format that knows less of a source than this is not the format of the source. */
export const LEAST_SHARE = 1 / 3;
/** Weights nearer than this are as good as equal. */
export const CLOSE = 0.15;

/**
 * The adapter that is surest of most of a source, or the one that the user names.
 * @throws UserError `corpus` when none knows it, or two are about equally sure; `usage` for an unknown name.
 */
export function chooseAdapter(source: Source, format?: string): Choice {
  const ranked = rankAdapters(source);
  const othersThan = (name: string) => ranked.filter(({ adapter }) => adapter.name !== name).map(sayCandidate);
  if (format !== undefined) return { adapter: adapterNamed(format), why: "as asked for", others: othersThan(format) };
  const [best, next] = closest(ranked);
  if (!best) throw unknownFormat(source, ranked);
  if (next)
    throw new UserError("corpus", `${source.path} may be ${sayCandidate(best)} or ${sayCandidate(next)}`, {
      hint: `say which: --format ${best.adapter.name}, or --format ${next.adapter.name}`,
    });
  return { adapter: best.adapter, why: best.why, others: othersThan(best.adapter.name) };
}

/** The best candidate, with those that are about as good; none where none knows enough of the source. */
export function closest(ranked: readonly Candidate[]): Candidate[] {
  const fit = ranked.filter(({ share }) => share >= LEAST_SHARE);
  return fit.filter(({ weight }) => weight > (fit[0] as Candidate).weight - CLOSE);
}

/** Every format that claims a file, the surest of the most first. */
export function rankAdapters({ files }: Source): Candidate[] {
  const relevant = files.filter(({ name }) => !BESIDE.test(name));
  return SOURCE_ADAPTERS.flatMap((adapter) => {
    const claims = files.flatMap((file) => {
      const claim = adapter.claim(file);
      return claim ? [{ ...claim, file }] : [];
    });
    const [first] = claims;
    return first ? [candidateOf(adapter, { claims, first, all: Math.max(claims.length, relevant.length) })] : [];
  }).sort((a, b) => b.weight - a.weight);
}

/** What lies beside data and says nothing about its format, unless an adapter claims it. */
const BESIDE =
  /(^|\/)(readme|licen[cs]e|notice|changelog|copying|makefile|dockerfile)[^/]*$|\.(md|png|jpe?g|gif|svg|css|js|ts|html?|pdf|py|java|toml|lock|gitignore)$/i;

function candidateOf(
  adapter: SourceAdapter,
  { claims, first, all }: { claims: readonly FileClaim[]; first: Claim; all: number },
): Candidate {
  const makesWhole = claims.find(({ whole }) => whole);
  if (makesWhole) return { adapter, weight: 1, share: 1, claims, relevant: all, why: makesWhole.why };
  const weight = claims.reduce((sum, { certainty }) => sum + certainty, 0) / all;
  const why = all === 1 ? first.why : `${claims.length} of ${all} files: ${first.why}`;
  return { adapter, weight, share: claims.length / all, claims, relevant: all, why };
}

export function sayCandidate({ adapter, why }: Candidate): string {
  return `${adapter.name} (${why})`;
}

function adapterNamed(name: string): SourceAdapter {
  const adapter = SOURCE_ADAPTERS.find((candidate) => candidate.name === name);
  if (adapter) return adapter;
  throw new UserError("usage", `there is no format ${JSON.stringify(name)}`, {
    hint: `the formats are ${SOURCE_ADAPTERS.map((known) => known.name).join(", ")}`,
  });
}

function unknownFormat({ path, files }: Source, ranked: readonly Candidate[]): UserError {
  if (files.length === 0)
    return new UserError("corpus", `${path} is empty`, { hint: "give a file, or a folder with files" });
  const [nearest] = ranked;
  if (nearest)
    return new UserError("corpus", `${path}: no format fits most of its files`, {
      problems: ranked.map(sayCandidate),
      hint: `to take what is ${nearest.adapter.name} and leave the rest: --format ${nearest.adapter.name}; \`scopebench corpus formats\` lists what can be read`,
    });
  return new UserError("corpus", `${path}: no format is recognised`, {
    problems: SOURCE_ADAPTERS.map(({ name, reads }) => `${name}: ${reads}`),
    hint: "say what it is with --format, or see `scopebench corpus formats`",
  });
}
