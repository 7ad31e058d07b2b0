"""Reads a run with pandas: python read_run.py runs/2026-11-26T10-00-00Z [metric]

An empty cell is unscored, never 0: pandas reads it as NaN and leaves it out of means; metrics/unscored.csv has the reason.
"""

import sys
from pathlib import Path

import pandas as pd

CONFIGURATION = ["model", "workflow", "knowledge"]


def read_executions(run: str) -> pd.DataFrame:
    """One row per expected execution, one column per metric."""
    return pd.read_csv(Path(run) / "metrics" / "per_execution.csv")


def by_configuration(executions: pd.DataFrame, metric: str) -> pd.DataFrame:
    """The scenario is the unit: repeats are averaged first."""
    scenarios = executions.groupby([*CONFIGURATION, "scenario_id"])[metric].mean()
    return scenarios.groupby(CONFIGURATION).agg(["mean", "count"])


if __name__ == "__main__":
    metric = sys.argv[2] if len(sys.argv) > 2 else "ndcg@10"
    print(by_configuration(read_executions(sys.argv[1]), metric).to_csv())
