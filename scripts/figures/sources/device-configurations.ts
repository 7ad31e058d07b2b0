import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/device-configurations.ts";

/** Sample configurations of ciscoconfparse2 (GPL-3.0), which no clone has: its sources hold them in tests/fixtures/configs. */
export const deviceConfigurations: FigureSource = {
  name: "device-configurations",
  command: `DEVICE_CONFIGURATIONS=<folder> PYTHON=<python> node --import tsx ${SCRIPT} "$DEVICE_CONFIGURATIONS" --python "$PYTHON"`,
  about:
    "Sample configurations of network devices that ciscoconfparse2 0.9.18 comes with, and 200 random damages of those that both readers take alike: what ours reads equals what that package reads",
  measure: async () => {
    const { DEVICE_CONFIGURATIONS: folder, PYTHON: python } = process.env;
    if (!folder || !python)
      throw new UserError(
        "usage",
        "expected a folder in DEVICE_CONFIGURATIONS, and in PYTHON one with ciscoconfparse2",
        {
          hint: "pip download --no-binary :all: --no-deps ciscoconfparse2==0.9.18, unpacked: tests/fixtures/configs",
        },
      );
    return {
      tables: printedTables(runScript(SCRIPT, folder, "--python", python), ["read", "fits", "damaged"]),
      values: {},
    };
  },
};
