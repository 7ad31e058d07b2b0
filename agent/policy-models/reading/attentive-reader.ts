import { type PolicyReading, readPolicyText } from "./policy-text.ts";

/** Characters to a token, as everywhere here. */
const CHARS_PER_TOKEN = 4;

/**
 * Reads policy texts with limited attention: of a long one, what stands behind the first so many tokens is not taken in
 * (null: all is). The prompt is the same in all requests of an agent, so readings are kept.
 */
export function makeReader(attentionTokens: number | null): (text: string) => PolicyReading {
  const readings = new Map<string, PolicyReading>();
  return (text) => {
    let reading = readings.get(text);
    if (!reading) {
      reading = readPolicyText(attentionTokens === null ? text : text.slice(0, attentionTokens * CHARS_PER_TOKEN));
      readings.set(text, reading);
    }
    return reading;
  };
}
