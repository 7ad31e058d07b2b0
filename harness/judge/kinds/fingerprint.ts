import { hashOf } from "../../../base/hash.ts";
import type { JudgeRole as Role } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import { makerOf, metaMakerOf } from "./registry.ts";

export type JudgeFingerprints = Record<Role, string>;

/**
 * A hash for each judge over what decides its verdicts: its configuration, the thresholds, and what its kind names (`code`).
 * In the manifest, and where runs are compared.
 */
export function judgeFingerprint({ judges }: Pick<Config, "judges">): JudgeFingerprints {
  const hash = (role: Role) => {
    const { code, ...parts } = partsOf(judges, role);
    const values = Object.values(code);
    // As manifests of earlier runs have it: a part that stands alone without a list around it.
    return hashOf({ ...parts, code: values.length === 1 ? values[0] : values });
  };
  return { primary: hash("primary"), calibration: hash("calibration"), meta: hash("meta") };
}

/** The same, each part by what a person calls it: settings of the stages that ask the judge. */
export function judgeSettings({ judges }: Pick<Config, "judges">, role: Role): Record<string, unknown> {
  const { judge, thresholds, code } = partsOf(judges, role);
  const of = VERDICTS[role];
  const means = Object.entries(code).map(([part, value]) => [`${part} of ${of}`, value]);
  return { [`judge of ${of}`]: judge, thresholds, ...Object.fromEntries(means) };
}

/** The study's words for them. */
const VERDICTS: Readonly<Record<Role, string>> = { primary: "verdict A", calibration: "verdict B", meta: "rulings" };

function partsOf(judges: Config["judges"], role: Role) {
  const thresholds = { entity: judges.entity_threshold, alignment: judges.alignment_threshold };
  const code = role === "meta" ? metaMakerOf(judges.meta).code() : makerOf(judges[role]).code(judges[role]);
  return { judge: judges[role], thresholds, code };
}
