import { expect, it } from "vitest";
import { jobIdOf, uuidOfName } from "../../../../harness/run/queue/job-id.ts";

it("a job's id is the same whenever it is offered, another for each stage, and a version 5 UUID as Python gives it", () => {
  // uuid.uuid5(uuid.NAMESPACE_DNS, "python.org"), of Python's documentation.
  expect(uuidOfName("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "python.org")).toBe("886313e1-3b8a-5372-9b90-0c9aee199e5d");
  const key = { scenario_id: "S001", model: "m", workflow: "react", knowledge: "prompt", repeat: 0 } as const;
  const run = "00000000-0000-4000-8000-000000000001";
  const id = jobIdOf(run, { stage: "execute", key });
  expect(jobIdOf(run, { stage: "execute", key: { ...key } })).toBe(id);
  expect(jobIdOf(run, { stage: "judge", key })).not.toBe(id);
  expect(jobIdOf(run, { stage: "execute", key: { ...key, repeat: 1 } })).not.toBe(id);
});
