import { countOf } from "../../base/counts.ts";
import { UserError } from "../../base/user-error.ts";

/** More would not be read by anybody. The count goes on. */
const MOST_SHOWN = 1000;

/** Gathers everything that is wrong with a corpus, in the order found, to say it all at once. */
export class Problems {
  readonly #found: string[] = [];
  #count = 0;

  add(problem: string): void {
    this.#count++;
    if (this.#found.length < MOST_SHOWN) this.#found.push(problem);
  }

  get count(): number {
    return this.#count;
  }

  /** What was found, at most 1,000, and how many more there are. */
  list(): string[] {
    const hidden = this.#count - this.#found.length;
    return hidden > 0 ? [...this.#found, `... and ${hidden} more`] : [...this.#found];
  }

  /** @throws UserError `corpus` with every problem, when there is one. */
  throwIfAny(folder: string): void {
    if (this.#count === 0) return;
    throw new UserError("corpus", `${folder} is not a valid corpus: ${countOf(this.#count, "problem")}`, {
      problems: this.list(),
      hint: "mend the lines above and import again; nothing was written. The format is described in import/README.md",
    });
  }
}
