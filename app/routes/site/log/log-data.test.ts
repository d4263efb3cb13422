import { expect, test } from "vitest";
import { DRAWN_ALARMS, drawnPart, LOG_PAGE } from "./log-data.ts";

test("each page begins where the one before ends", () => {
  for (let page = 1; page <= 10; page += 1) {
    const part = drawnPart(page);
    expect((part.page - 1) * DRAWN_ALARMS + part.start).toBe((page - 1) * LOG_PAGE);
    expect(part.start + LOG_PAGE).toBeLessThanOrEqual(DRAWN_ALARMS);
  }
});
