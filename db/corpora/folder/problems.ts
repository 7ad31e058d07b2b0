import { UserError } from "../../base/user-error.ts";

/** More would not be read by anybody. The count goes on. */
const MOST_SHOWN = 1000;

/** Gathers everything that is wrong with a corpus folder, in the order found, to say it all at once. */
export class Problems {
  readonly #found: string[] = [];
  #count = 0;

  add(problem: string): void {
    this.#count++;
    if (this.#found.length < MOST_SHOWN) this.#found.push(problem);
  }

  /** @throws UserError `corpus` with every problem, when there is one. */
  throwIfAny(folder: string): void {
    if (this.#count === 0) return;
    const hidden = this.#count - this.#found.length;
    const problems = hidden > 0 ? [...this.#found, `... and ${hidden} more`] : this.#found;
    throw new UserError(
      "corpus",
      `${folder} is not a valid corpus: ${this.#count} problem${this.#count === 1 ? "" : "s"}`,
      {
        problems,
        hint: "mend the lines above and import again; nothing was written. The format is described in db/corpora/README.md",
      },
    );
  }
}
