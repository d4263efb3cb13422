import { expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/units/durations.ts";
import { AlarmOutbox } from "#durable-objects/site/alarms/alarm-outbox.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { lookInside } from "../support/site-inside.ts";
import { connectLogger, siteStub } from "../support/site-logger.ts";
import { ring } from "../support/viewer-socket.ts";

const SITE = 94_701;

test("an event that began during an outage and is only in the list of the connect is part of its message", async () => {
  const clock = freezeSiteClock();
  const put = vi.spyOn(AlarmOutbox.prototype, "put");
  const logger = await connectLogger(SITE, { clock: clock.now() });
  await siteStub(SITE).updateAlarmRules({ noData: { isOpen: false } }, { id: 7, name: "Ada" });
  logger.socket.close();
  await vi.waitFor(async () => expect((await lookInside(SITE)).online).toBe(false));
  const offlineFrom = clock.now();
  const at = clock.forward(HOUR_MS);
  const offlineTo = clock.forward(HOUR_MS);
  const events = [{ address: "003311", eventNo: 5, level: "fault", state: "raised", at }];
  await connectLogger(SITE, { clock: offlineTo, events });
  clock.forward(31 * MINUTE_MS);
  await ring(SITE);
  await ring(SITE);
  const sent = put.mock.calls.flatMap(([{ notice, summary }]) =>
    notice === null ? [] : [[notice.step, summary]],
  );
  const counts = { raised: 1, stillOpen: 1, level: "fault", logIds: [1] };
  const summary = { offlineFrom, offlineTo, ...counts };
  expect(sent).toEqual([
    ["live", null],
    ["summary", summary],
  ]);
});
