/** The usual rule of thumb for English. */
export const CHARACTERS_A_TOKEN = 4;

/**
 * Tokens of a text, counted locally. An estimate, marked as one wherever it is stored. A real tokenizer would be fetched
 * from the network by the library at hand.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_A_TOKEN);
}
