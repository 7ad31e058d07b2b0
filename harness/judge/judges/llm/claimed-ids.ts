import type { IdReader } from "../../../../base/ids/id-reader.ts";
import type { Judgement } from "../../../record/domain/records.ts";

/** A judge's form with its ids as the corpus writes them: models put other hyphens in them, and titles behind. */
export function withCorpusIds(form: Judgement, ids: IdReader): Judgement {
  const truth = form.ground_truth;
  const named = (written: readonly string[]) => [...new Set(written.map((id) => ids.named(id)))];
  const [found, missing] = [named(truth.expected_ids_found), named(truth.expected_ids_missing)];
  return { ...form, ground_truth: { ...truth, expected_ids_found: found, expected_ids_missing: missing } };
}
