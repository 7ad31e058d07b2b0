import type { ScopeAgent, ScopeTask } from "../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../agent/contract/limits.ts";
import {
  onThread,
  type RecordedAnswer,
  type Recording,
  type RecordingThread,
  withRecording,
} from "../../base/providers/recording/recording.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { generateScenarios } from "../../scenarios/generate.ts";

/** A question with everything that a model answered on the way. */
export interface Script {
  task: ScopeTask;
  answers: readonly RecordedAnswer[];
  /** Tool calls in them. */
  calls: number;
}

interface Recorded {
  system: ScopeAgent;
  substrate: Substrate;
  questions: number;
}

/** The default run's models, in turn. */
const PROFILES = ["explorer", "planner", "sprinter"];

/** Lets the stand-ins answer a scenario each, its first turn, and keeps what they say. */
export async function recordScripts({ system, substrate, questions }: Recorded): Promise<Script[]> {
  const { scenarios } = await generateScenarios(substrate, { seed: 3, total: questions });
  const scripts: Script[] = [];
  for (const [at, { turns }] of scenarios.entries()) {
    const turn = turns[0]!;
    const answers: RecordedAnswer[] = [];
    const task = taskOf(turn, { threadId: `script-${at}`, profile: PROFILES[at % PROFILES.length]! });
    const keep: RecordingThread = {
      async call(_request, make) {
        const answer = await make();
        answers.push(answer);
        return answer;
      },
      cutOff: () => Promise.resolve(),
    };
    await onRecording(keep, () => system.run(task));
    const calls = (await system.readTrace(task)).toolCalls.length;
    scripts.push({ task, answers, calls });
  }
  return scripts;
}

/** The script on a thread of its own: its links name the thread. */
export function onOwnThread({ task, answers, calls }: Script, suffix: string): Script {
  const threadId = `${task.threadId}${suffix}`;
  const renamed = JSON.stringify(answers).replaceAll(`artifact://${task.threadId}?`, `artifact://${threadId}?`);
  return { task: { ...task, threadId }, answers: JSON.parse(renamed) as RecordedAnswer[], calls };
}

/** Runs something with a model that gives a script's answers in order. */
export function scripted<T>({ answers }: Script, run: () => T): T {
  let next = 0;
  const play: RecordingThread = {
    call: () =>
      Promise.resolve(answers[next++] ?? { rest: { error: { name: "Error", message: "the script is over" } } }),
    cutOff: () => Promise.resolve(),
  };
  return onRecording(play, run);
}

function onRecording<T>(thread: RecordingThread, run: () => T): T {
  const recording: Recording = {
    mode: "replay",
    signal: new AbortController().signal,
    thread: () => thread,
    shared: thread,
  };
  return withRecording(recording, () => onThread({ name: "script" }, run));
}

function taskOf(turn: string, { threadId, profile }: { threadId: string; profile: string }): ScopeTask {
  return {
    threadId,
    assistantId: "perf",
    isNewThread: true,
    turns: [turn],
    model: {
      name: profile,
      provider: "policy",
      model: profile,
      family: "policy",
      temperature: 0,
      contextWindow: 128_000,
      requestTimeoutMs: 1_000,
      maxRetries: 0,
    },
    workflow: "react",
    knowledge: "prompt",
    limits: STUDY_LIMITS,
    seed: 1,
    signal: new AbortController().signal,
  };
}
