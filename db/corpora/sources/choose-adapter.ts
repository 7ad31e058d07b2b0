import { UserError } from "../../../base/user-error.ts";
import type { Source } from "./files.ts";
import { SOURCE_ADAPTERS } from "./registry.ts";
import type { SourceAdapter } from "./source.ts";

export interface Choice {
  adapter: SourceAdapter;
  /** A sentence for the user. */
  why: string;
}

/**
 * The adapter that is surest of a source, or the one that the user names.
 * @throws UserError `corpus` when none knows it, or two are equally sure; `usage` for an unknown name.
 */
export function chooseAdapter(source: Source, format?: string): Choice {
  if (format !== undefined) return { adapter: adapterNamed(format), why: "as asked for" };
  const sure = SOURCE_ADAPTERS.flatMap((adapter) => {
    const detection = adapter.detect(source);
    return detection ? [{ adapter, ...detection }] : [];
  }).sort((a, b) => b.confidence - a.confidence);
  const [best, next] = sure;
  if (!best) throw unknownFormat(source);
  if (next && next.confidence === best.confidence)
    throw new UserError(
      "corpus",
      `${source.path} may be ${best.adapter.name} (${best.why}) or ${next.adapter.name} (${next.why})`,
      {
        hint: `say which: --format ${best.adapter.name}`,
      },
    );
  return { adapter: best.adapter, why: best.why };
}

function adapterNamed(name: string): SourceAdapter {
  const adapter = SOURCE_ADAPTERS.find((candidate) => candidate.name === name);
  if (adapter) return adapter;
  throw new UserError("usage", `there is no format ${JSON.stringify(name)}`, {
    hint: `the formats are ${SOURCE_ADAPTERS.map((known) => known.name).join(", ")}`,
  });
}

function unknownFormat({ path, files }: Source): UserError {
  return new UserError("corpus", files.length === 0 ? `${path} is empty` : `${path}: no format is recognised`, {
    problems: SOURCE_ADAPTERS.map(({ name, reads }) => `${name}: ${reads}`),
    hint: "say what it is with --format, or see design/sources.md",
  });
}
