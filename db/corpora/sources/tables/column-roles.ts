import { snakeCase } from "../../folder/guess-roles.ts";

/**
 * What a column of a table holds. `attribute` goes to meta under its own name; `left out` goes nowhere. Columns of steps
 * may repeat over several rows of one record.
 */
export const COLUMN_ROLES = [
  "id",
  "title",
  "text",
  "type",
  "precondition",
  "step",
  "step_data",
  "step_result",
  "requirement",
  "function",
  "parent",
  "outcome",
  "time",
  "suite",
  "attribute",
  "left out",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** Names in snake case, first match wins; the Chinese ones are ZenTao's. */
const RULES: readonly (readonly [ColumnRole, RegExp])[] = [
  [
    "id",
    /^(id|key|uid|identifier|v2_id|(test_?case|test|case|issue|requirement|req|artifact|item|story)_?(id|key|no|number)|issuekey|tcid|用例编号|编号)$/,
  ],
  [
    "title",
    /^(title|name|summary|subject|headline|test_summary|(test_?)?case_?(name|title)|test_name|requirement_name|用例标题|标题)$/,
  ],
  ["precondition", /^(pre_?conditions?|preconds?|prerequisites?|前置条件)$/],
  [
    "step_result",
    /^(expected(_results?)?|results?|(test_)?step_(expected_)?results?|steps?_expected(_results?)?|test_results?|steps_result|预期|预期结果)$/,
  ],
  ["step_data", /^((test_)?data|step_data|steps_data)$/],
  [
    "step",
    /^(steps?|actions?|(test_)?steps?_?(description|action|actions)|teststep|steps_actions|gherkin(_definition)?|unstructured_definition|步骤|用例步骤)$/,
  ],
  ["text", /^(text|description|details?|body|content|objective|definition|statement|requirement_text|用例描述)$/],
  [
    "requirement",
    /^(requirements?|requirement_ids?|req_ids?|traceability_requirements|traceability_issues|linked_(issues|requirements)|references?|refs|links?|stor(y|ies)|covers|verifies|相关需求|相关研发需求)$/,
  ],
  ["function", /^(functions?|covered_functions?|methods?|apis?)$/],
  ["parent", /^(parent|parent_id|parent_key|part_of)$/],
  ["outcome", /^(run_status|last_(run_)?(status|result|outcome)|outcome|execution_status|verdict|执行结果)$/],
  ["time", /^(time|duration|time_s|seconds|duration_s|elapsed)$/],
  ["suite", /^(suite|section|folder|module|test_repo|suite_path|所属模块)$/],
  ["type", /^(type|kind|artifact_type|item_type|work_item_type|issue_?type)$/],
];

/** Roles of the columns of a header. A role other than `attribute` is given once, except for requirements and functions. */
export function guessColumns(
  header: readonly string[],
  said: Readonly<Record<string, ColumnRole>> = {},
): Map<string, ColumnRole> {
  const roles = new Map<string, ColumnRole>();
  const taken = new Set<ColumnRole>(
    Object.entries(said)
      .filter(([name]) => header.includes(name))
      .map(([, role]) => role),
  );
  for (const name of header) {
    const asked = Object.hasOwn(said, name) ? said[name] : undefined;
    const guess = asked ?? RULES.find(([, pattern]) => pattern.test(snakeCase(name)))?.[0] ?? "attribute";
    const isRepeat = !asked && taken.has(guess) && guess !== "requirement" && guess !== "function";
    roles.set(name, isRepeat ? "attribute" : guess);
    if (guess !== "attribute") taken.add(guess);
  }
  return roles;
}
