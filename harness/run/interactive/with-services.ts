import type { Services } from "../../dag/services.ts";
import type { Io } from "../../print/io.ts";
import { printable } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { makeEffects } from "../../record/effects.ts";
import { openServices } from "../stages/open-services.ts";

/** Runs something on the substrate outside a run, and closes what was opened. */
export async function withServices<T>(
  { config, io, enrich = false }: { config: Config; io: Io; enrich?: boolean },
  use: (services: Services) => Promise<T>,
): Promise<T> {
  const log = (message: string) => io.error(` · ${printable(message, { singleLine: true })}`);
  const services = openServices({ config, effects: makeEffects({ ...io, log }), signal: io.signal, enrich });
  try {
    return await use(services);
  } finally {
    await services.close();
  }
}
