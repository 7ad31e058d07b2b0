/** What is said where the study's pass rates stand beside ours. */
export const FUNCTIONAL =
  "The functional verdict, as ours: ended well, expected ids, expected entities at 80 %. Whether it asks for abstention where there is nothing to find is not said; ours does.";
