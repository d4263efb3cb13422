import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { seededRandom } from "../random.ts";
import type { Scenario } from "./scenario.ts";

const MAX_ERROR_MS = 12 * HOUR_MS;
const NEVER_SET_ONE_IN = 3;
const JUMPS_EVERY_MS = 10 * MINUTE_MS;
const CUT_AFTER_MS = MINUTE_MS;

/**
 * The clock is wrong by up to twelve hours: at boot, until the portal sets it, and again in each ten minutes, a minute
 * before the connection is cut; for one logger in three it is never corrected.
 */
export const clockWrong: Scenario = {
  name: "clock-wrong",
  about: "the logger's clock is hours off at boot, and jumps",
  begin: ({ seed, behave }) => {
    const random = seededRandom(seed);
    const isKept = random() * NEVER_SET_ONE_IN < 1;
    const disturb = () => {
      const ms = Math.round((2 * random() - 1) * MAX_ERROR_MS);
      behave({ verb: "clock", ms, isKept });
    };
    let jumpAt: number | null = null;
    let cutAt = Number.POSITIVE_INFINITY;
    return {
      tick: (wall) => {
        if (jumpAt === null) {
          jumpAt = wall + Math.round(JUMPS_EVERY_MS * random());
          behave({ verb: "revive" });
          disturb();
        } else if (wall >= jumpAt) {
          disturb();
          jumpAt += JUMPS_EVERY_MS;
          cutAt = wall + CUT_AFTER_MS;
        }
        if (wall < cutAt) return;
        cutAt = Number.POSITIVE_INFINITY;
        behave({ verb: "drop" });
      },
      end: () => behave({ verb: "clock", ms: 0, isKept: false }),
    };
  },
};
