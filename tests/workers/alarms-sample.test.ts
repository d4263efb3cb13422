import { expect, test } from "vitest";
import { runAlarmHistories } from "../probes/alarms/run.ts";

test("the alarm log does not depend on the order, repetition and division of uploads", async () => {
  const rows = await runAlarmHistories(7, 40);
  expect(rows).toBeGreaterThan(40);
});
