import type { CatalogueRegisters } from "./catalogue-register.ts";
import {
  action,
  choice,
  inSection,
  power,
  range,
  soc,
  textSetting,
  timeOfDay,
  timer,
  toggle,
} from "./entries.ts";

/* Settings of the generators 800A and 800D; sources as in inverter.ts. */

/** Registers of generators by number. */
export const GENERATOR_REGISTERS: CatalogueRegisters = {
  ...inSection("auxiliary contact", "basic", {
    "0002": textSetting("label"),
    "0010": choice(
      "generatorSwitch",
      { 0: "stop", 1: "start", 2: "automatic" },
      {
        danger: "power",
        stored: false,
      },
    ),
    "0011": soc("generatorStartSoc", 5, 100),
    "0012": soc("generatorStopSoc", 5, 100),
    "0013": timer("generatorMinimumRunTime"),
    "0014": range("generatorMinimumStartInterval", "s", 0, 3_600, 1),
    "1701": range("generatorStartVoltage", "V", 9, 65, 0.1),
    "1702": range("generatorStopVoltage", "V", 9, 65, 0.1),
    "1703": timer("generatorStartDelay"),
    "1704": timer("generatorWarmUpTime"),
    "1705": timer("generatorCoolDownTime"),
    "1706": range("generatorMaximumRunTime", "h", 0, 24, 0.5),
    "1707": power("generatorStartLoad", 0, 100_000, 100),
    "1708": power("generatorStopLoad", 0, 100_000, 100),
    "1709": power("generatorRatedPower", 500, 500_000, 100, { danger: "power" }),
    "170A": range("generatorStartAttempts", "", 1, 10, 1),
    "170B": timer("generatorAttemptInterval"),
    "170C": toggle("generatorQuietTime"),
    "170D": timeOfDay("quietTimeStart", 1_439, {
      group: "quiet time",
      relevant: { register: "170C", values: [1] },
    }),
    "170E": timeOfDay("quietTimeEnd", 1_440, {
      group: "quiet time",
      relevant: { register: "170C", values: [1] },
    }),
    "170F": toggle("generatorExercise"),
    "1710": range("exerciseDays", "", 0, 127, 1, {
      format: "week",
      group: "exercise",
      relevant: { register: "170F", values: [1] },
    }),
    "1711": timeOfDay("exerciseStart", 1_439, {
      group: "exercise",
      relevant: { register: "170F", values: [1] },
    }),
    "1712": range("exerciseDuration", "min", 1, 120, 1, {
      group: "exercise",
      relevant: { register: "170F", values: [1] },
    }),
    "1713": toggle("generatorCharging"),
    "1714": range("generatorChargeCurrent", "A", 0, 185, 1, {
      danger: "battery",
      relevant: { register: "1713", values: [1] },
    }),
    "1715": range("lowFuelWarning", "%", 0, 50, 1),
    "1716": range("serviceInterval", "h", 0, 2_000, 10),
    "1717": action("resetServiceCounter"),
    "1718": action("releaseFaultLock", { danger: "power" }),
  }),
};
