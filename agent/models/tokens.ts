/**
 * Tokens of a text, counted locally: four characters a token, the usual rule of thumb for English. An estimate, marked
 * as one wherever it is stored. A real tokenizer would be fetched from the network by the library at hand.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}
