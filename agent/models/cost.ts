import type { Price, TokenUsage } from "../contract/contract.ts";

/**
 * US dollars of some tokens; null when the price is unknown. Where the provider did not tell cached from other input, all
 * of it is at the full price, so the sum is then an upper bound.
 */
export function costOf(
  price: Price | undefined,
  {
    input,
    output,
    cachedInput = 0,
    cacheWrite = 0,
  }: Pick<TokenUsage, "input" | "output" | "cachedInput" | "cacheWrite">,
): number | null {
  if (!price) return null;
  const plain = input - cachedInput - cacheWrite;
  const inputCost =
    plain * price.input +
    cachedInput * (price.cachedInput ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input);
  return (inputCost + output * price.output) / 1e6;
}
