import { type Command, InvalidArgumentError } from "commander";
import type { CeilingValues } from "../../record/config/ceilings-schema.ts";
import { numberOf, parsePositive } from "./command.ts";

export interface CeilingFlags {
  maxCost?: number;
  maxTokens?: number;
  maxHours?: number;
}

/** Of commands that may spend. */
export function addCeilingOptions(command: Command): Command {
  return command
    .optionsGroup("Ceilings:")
    .option(
      "--max-cost <usd>",
      "stop starting work once the whole run has cost this much; resume continues",
      parseAmount,
    )
    .option("--max-tokens <n>", "the same for tokens of agents and judges, in and out", parsePositive)
    .option("--max-hours <h>", "the same for hours of work", parseAmount);
}

/** What of the ceilings the flags set; undefined where none. */
export function ceilingsOf({ maxCost, maxTokens, maxHours }: CeilingFlags): CeilingValues | undefined {
  const values: CeilingValues = {
    ...(maxCost !== undefined && { max_cost_usd: maxCost }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(maxHours !== undefined && { max_hours: maxHours }),
  };
  return Object.keys(values).length > 0 ? values : undefined;
}

function parseAmount(text: string): number {
  const value = numberOf(text);
  if (!(value > 0)) throw new InvalidArgumentError("expected a number above 0");
  return value;
}
