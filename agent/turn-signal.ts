/** A turn's signal, and why it was aborted. */
export interface TurnSignal {
  signal: AbortSignal;
  /** The turn's time was up; not: the run was stopped. */
  cutOff(): boolean;
  /**
   * The turn is over: aborts the signal, so that what a library or an agent still waits for lets go. One that is never
   * aborted is kept by the runtime with all that its listeners hold, as `AbortSignal.any` and `timeout` would be.
   */
  end(): void;
}

/** Aborted when the run is stopped, after a time, and at the turn's end. */
export function startTurnSignal(stop: AbortSignal, cutoffMs: number): TurnSignal {
  const controller = new AbortController();
  let cutOff = false;
  const giveUp = (): void => controller.abort(stop.reason);
  const timer = setTimeout(() => {
    cutOff = !controller.signal.aborted;
    controller.abort(new DOMException("The turn's time is up.", "TimeoutError"));
  }, cutoffMs).unref();
  if (stop.aborted) giveUp();
  stop.addEventListener("abort", giveUp, { once: true });
  return {
    signal: controller.signal,
    cutOff: () => cutOff,
    end() {
      clearTimeout(timer);
      stop.removeEventListener("abort", giveUp);
      controller.abort(new DOMException("The turn is over.", "AbortError"));
    },
  };
}
