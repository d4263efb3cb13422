import type { RuleChange, SiteRulesChange } from "#domain/alarms/site-rules.ts";
import type { SimulatedPlantProfile } from "#simulator/plant-profile.ts";

/** Limits of a battery's voltage as shares of its nominal voltage. */
const LOW_BATTERY = { alarm: 0.88, clear: 0.92 };
const HIGH_BATTERY = { alarm: 1.2, clear: 1.17 };
/** Limits of the grid's voltage as shares of its rated voltage, as in many grid codes. */
const LOW_GRID = { alarm: 0.85, clear: 0.9 };
const HIGH_GRID = { alarm: 1.15, clear: 1.1 };
/** Limits of the grid's frequency as distances from the rated one, Hz. */
const FREQUENCY = { alarm: 2, clear: 1 };

/** Returns the alarm rules that the owner of a demo site has chosen. The numbers are those of the ten limits. */
export function demoRules({ battery, grid, inverter }: SimulatedPlantProfile): SiteRulesChange {
  const limits: RuleChange[] = [];
  if (battery !== null) {
    const volts = (share: number) => Math.round(battery.nominalV * share * 10) / 10;
    limits.push(
      {
        ruleId: 1,
        isOpen: true,
        lowAlarm: volts(LOW_BATTERY.alarm),
        lowClear: volts(LOW_BATTERY.clear),
        highClear: volts(HIGH_BATTERY.clear),
        highAlarm: volts(HIGH_BATTERY.alarm),
      },
      {
        ruleId: 2,
        isOpen: true,
        lowAlarm: null,
        lowClear: null,
        highClear: 45,
        highAlarm: 50,
        sustainTime: 60,
      },
    );
  }
  if (grid !== null) {
    const volts = (share: number) => Math.round(inverter.voltage * share);
    const { alarm, clear } = FREQUENCY;
    limits.push(
      {
        ruleId: 7,
        isOpen: true,
        lowAlarm: volts(LOW_GRID.alarm),
        lowClear: volts(LOW_GRID.clear),
        highClear: volts(HIGH_GRID.clear),
        highAlarm: volts(HIGH_GRID.alarm),
      },
      {
        ruleId: 10,
        isOpen: true,
        lowAlarm: inverter.frequency - alarm,
        lowClear: inverter.frequency - clear,
        highClear: inverter.frequency + clear,
        highAlarm: inverter.frequency + alarm,
      },
    );
  }
  return { autoLevel: "warnings", limits };
}
