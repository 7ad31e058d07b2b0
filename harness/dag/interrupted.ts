/** The user's signal ended what was at work. */
export class Interrupted extends Error {
  override name = "Interrupted";
  /** The run that can be gone on with. */
  readonly run: string | undefined;

  constructor(run?: string) {
    super("interrupted");
    this.run = run;
  }
}
