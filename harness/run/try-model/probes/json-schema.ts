import type { ModelConfig } from "../../../../agent/contract/contract.ts";
import { isObject, jsonOrUndefined } from "../../../../base/json-object.ts";
import type { EndpointProbe } from "../probe.ts";
import { orCutOff } from "./or-cut-off.ts";

const SCHEMA = {
  type: "object",
  properties: { city: { type: "string" }, inhabitants: { type: "integer" } },
  required: ["city", "inhabitants"],
  additionalProperties: false,
};

export const jsonSchema: EndpointProbe = {
  name: "json_schema",
  question: "keeps to a JSON Schema",
  cost: { requests: 1, input: 60, output: 60 },
  async run(endpoint) {
    const extraBody = bodyFor(endpoint.model);
    if (extraBody === null)
      return { outcome: "not_said", found: "of this protocol forms are asked for by tools alone" };
    const asked = await endpoint.ask("Name a city and how many inhabitants it has, as JSON.", { extraBody });
    const { text } = asked.message;
    const value = jsonOrUndefined(text);
    if (isObject(value) && typeof value.city === "string" && Number.isInteger(value.inhabitants))
      return { outcome: "yes", found: text.replace(/\s+/g, " ") };
    // No role of a run asks so today: judges ask by a tool.
    return orCutOff(asked, {
      outcome: "no",
      found: value === undefined ? "an answer that is no JSON" : "JSON that does not fit",
    });
  },
};

/** The member of the request's body that asks for it, by protocol. */
function bodyFor({ provider, api }: ModelConfig): Record<string, unknown> | null {
  const schema = { name: "city", strict: true, schema: SCHEMA };
  if (provider === "google")
    return { generationConfig: { responseMimeType: "application/json", responseJsonSchema: SCHEMA } };
  if (provider !== "openai") return null;
  if (api === "responses") return { text: { format: { type: "json_schema", ...schema } } };
  return { response_format: { type: "json_schema", json_schema: schema } };
}
