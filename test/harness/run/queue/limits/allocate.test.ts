import fc from "fast-check";
import { expect, it } from "vitest";
import { fairShares, grantTo, type Lease } from "../../../../../harness/run/queue/limits/allocate.ts";

const leases = fc
  .array(fc.record({ held: fc.nat(20), wanted: fc.nat(40), served: fc.nat(1000) }), { minLength: 1, maxLength: 8 })
  .map((all) => all.map((lease, index): Lease => ({ worker: `w${index}`, ...lease })));

it("shares exceed neither limit nor wish, leave nothing that is wanted, and differ by one at most among who want more", () => {
  fc.assert(
    fc.property(leases, fc.nat(60), (all, limit) => {
      const shares = fairShares(limit, all);
      const given = [...shares.values()].reduce((sum, share) => sum + share, 0);
      const wanted = all.reduce((sum, lease) => sum + lease.wanted, 0);
      expect(given).toBe(Math.min(limit, wanted));
      const hungry = all.filter((lease) => shares.get(lease.worker)! < lease.wanted);
      const most = Math.max(0, ...shares.values());
      for (const { worker, wanted } of all) expect(shares.get(worker)!).toBeLessThanOrEqual(wanted);
      for (const { worker } of hungry) expect(shares.get(worker)!).toBeGreaterThanOrEqual(most - 1);
    }),
    { numRuns: 300 },
  );
});

it("what one is granted fits beside what the others hold, but for what it has in flight", () => {
  fc.assert(
    fc.property(leases, fc.nat(60), fc.nat(10), ([own, ...others], limit, inFlight) => {
      const lease = { ...own!, wanted: own!.wanted + inFlight, inFlight };
      const { held } = grantTo(lease, { limit, others });
      const free = limit - others.reduce((sum, other) => sum + other.held, 0);
      expect(held).toBeLessThanOrEqual(Math.max(inFlight, free));
      expect(held).toBeGreaterThanOrEqual(inFlight);
    }),
    { numRuns: 300 },
  );
});

it("owes only who holds more than its share while others have less than theirs", () => {
  fc.assert(
    fc.property(leases, fc.nat(60), fc.nat(10), ([own, ...others], limit, inFlight) => {
      const lease = { ...own!, wanted: own!.wanted + inFlight, inFlight };
      const { held, owes, othersWait } = grantTo(lease, { limit, others });
      const share = fairShares(limit, [lease, ...others]).get(lease.worker)!;
      expect(owes).toBe(othersWait && held > share);
      if (owes) expect(held).toBe(inFlight);
    }),
    { numRuns: 300 },
  );
});

it("of a limit below the number of workers the one that was served least is next", () => {
  const lease = (worker: string, served: number): Lease => ({ worker, held: 0, wanted: 3, served });
  expect([...fairShares(1, [lease("a", 5), lease("b", 2), lease("c", 9)])]).toEqual([
    ["a", 0],
    ["b", 1],
    ["c", 0],
  ]);
});
