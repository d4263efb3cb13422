import { HostileLogger } from "../hostile/hostile-logger.ts";
import type { Scenario } from "./scenario.ts";

/** Simulates another device that has stolen the logger's secret. */
export const hostileLogger: Scenario = {
  name: "hostile-logger",
  about: "ten times the frames, 4,000 registers, mutated frames, back as often as it may",
  begin: ({ seed, behave, credentials, dial }) => {
    behave({ verb: "kill" });
    const hostile = new HostileLogger({ credentials, dial, seed });
    return {
      tick: (wall) => hostile.tick(wall),
      end: () => {
        hostile.stop();
        behave({ verb: "revive" });
      },
    };
  },
};
