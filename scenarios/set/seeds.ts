/**
 * Seeds of generated sets. Whoever writes a rule of the stand-ins looks at the development seed, and the numbers of the
 * default one say what the rules are worth on questions that nobody looked at. So it follows from a text and not from a
 * result: the first six hexadecimal digits of the SHA-256 of `GENERATORS`. New generators take a new date, and with it a new seed.
 */
export const GENERATORS = "scopebench scenarios, generators of 2026-11-23";
export const DEFAULT_SEED = 9_096_238;
export const DEVELOPMENT_SEED = 21;
