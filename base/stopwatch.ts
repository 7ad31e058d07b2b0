/** Counts milliseconds from now on, to a tenth. */
export function startStopwatch(): () => number {
  const start = performance.now();
  return () => roundMs(performance.now() - start);
}

export function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}
