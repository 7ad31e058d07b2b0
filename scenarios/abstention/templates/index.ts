import type { KindGenerator } from "../pair.ts";
import { EMPTY_INTERSECTION } from "./empty-intersection.ts";
import { FABRICATED_ID } from "./fabricated-id.ts";
import { OUT_OF_CORPUS } from "./out-of-corpus.ts";
import { PARTLY_ANSWERABLE } from "./partly-answerable.ts";
import { WITHOUT_TESTS } from "./without-tests.ts";
import { WRONG_PAIRING } from "./wrong-pairing.ts";
import { WRONG_PREFIX } from "./wrong-prefix.ts";
import { WRONG_VARIANT } from "./wrong-variant.ts";

/** Every kind of nonexistence, in the order in which pairs are dealt. */
export const KIND_GENERATORS: readonly KindGenerator[] = [
  FABRICATED_ID,
  WRONG_PREFIX,
  WITHOUT_TESTS,
  WRONG_PAIRING,
  OUT_OF_CORPUS,
  WRONG_VARIANT,
  EMPTY_INTERSECTION,
  PARTLY_ANSWERABLE,
];
