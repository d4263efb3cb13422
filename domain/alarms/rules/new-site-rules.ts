import type { Equipment } from "#domain/registers/equipment.ts";
import type { AlarmRule, SiteRules } from "../site-rules.ts";
import { bindLimit } from "./bind-limits.ts";
import { DEFAULT_SUSTAIN_S } from "./compose-rule.ts";
import { STANDARD_LIMITS } from "./standard-limits.ts";

/** Gap of the no-data alarm before the first change, min. */
const DEFAULT_ALLOWED_GAP = 60;
/** Interval between alarm e-mails before the first change, min. */
const DEFAULT_EMAIL_INTERVAL = 60;

/**
 * Returns the rules of a site before the first change. The ten limits are off (specification, "Alarm defaults"). Members
 * who receive alarm e-mails are notified of faults that the equipment reports and of a site without data.
 */
export function newSiteRules(equipment: readonly Equipment[]): SiteRules {
  return {
    version: 0,
    autoLevel: "faults",
    noData: { isOpen: true, allowedGap: DEFAULT_ALLOWED_GAP },
    emailInterval: DEFAULT_EMAIL_INTERVAL,
    limits: STANDARD_LIMITS.map((limit): AlarmRule => {
      const { ruleId, alarmType, unit, min, max, level } = limit;
      const { lowAlarm, lowClear, highAlarm, highClear } = limit;
      return {
        ruleId,
        alarmType,
        ...bindLimit(limit, equipment),
        unit,
        min,
        max,
        lowAlarm,
        lowClear,
        highAlarm,
        highClear,
        isOneOf: null,
        sustainTime: DEFAULT_SUSTAIN_S,
        notifyAfter: 0,
        level,
        monitor: "all",
        isOpen: false,
      };
    }),
  };
}
