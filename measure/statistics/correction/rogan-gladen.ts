/** How an imperfect test errs against a reference. */
export interface TestQuality {
  /** Share of reference passes that the test passes; null without any. */
  sensitivity: number | null;
  /** Share of reference fails that the test fails; null without any. */
  specificity: number | null;
}

/** Sensitivity and specificity of `test` against `reference`, pair i counting `weights[i]` times. */
export function testQuality(
  test: readonly boolean[],
  reference: readonly boolean[],
  weights?: ArrayLike<number>,
): TestQuality {
  const counts = { pass: 0, passed: 0, fail: 0, failed: 0 };
  reference.forEach((truth, i) => {
    const weight = weights?.[i] ?? 1;
    if (truth) {
      counts.pass += weight;
      counts.passed += test[i] ? weight : 0;
    } else {
      counts.fail += weight;
      counts.failed += test[i] ? 0 : weight;
    }
  });
  return {
    sensitivity: counts.pass === 0 ? null : counts.passed / counts.pass,
    specificity: counts.fail === 0 ? null : counts.failed / counts.fail,
  };
}

/** Youden's index, sensitivity + specificity - 1: 0 for a test that tosses a coin. Null where one of the two is unknown. */
export function youden({ sensitivity, specificity }: TestQuality): number | null {
  return sensitivity === null || specificity === null ? null : sensitivity + specificity - 1;
}

/**
 * The rate that an imperfect test's rate stands for: (rate + specificity - 1) / (sensitivity + specificity - 1), kept
 * within 0 and 1 (Rogan & Gladen, American Journal of Epidemiology 107, 1978). Null where the test does not tell pass from
 * fail (sensitivity + specificity <= 1) or one of the two is unknown.
 * Example: rate .5, sensitivity .9, specificity .8 -> .428571.
 */
export function roganGladen(rate: number, quality: TestQuality): number | null {
  const index = youden(quality);
  if (index === null || index <= 0) return null;
  return Math.min(1, Math.max(0, (rate + quality.specificity! - 1) / index));
}
