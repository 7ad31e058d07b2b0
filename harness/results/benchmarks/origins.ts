/** The repository that holds LibEST and EBT as they are read here. */
export const TRIAD = "github.com/huiAlex/TRIAD at 524929e8";
export const TRIAD_LICENCE = "MIT (repository)";
