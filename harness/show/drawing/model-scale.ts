import { inOrder, PAGE, type Theme } from "./theme.ts";

interface Colored {
  /** Names in the order of their colours (`colorOrder`), also those that have no rows. */
  models: readonly string[];
  /** Default: the page's variables, which follow light, dark and print. */
  theme?: Theme;
}

/** Colours of models by name, as Vega-Lite and Observable Plot take them. They repeat beyond six: then names stand at the marks. */
export function modelScale({ models, theme = PAGE }: Colored): { domain: string[]; range: string[] } {
  return { domain: [...models], range: inOrder(theme.models, models.length, theme) };
}
