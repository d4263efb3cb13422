import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, EQUIPMENT, siteStub } from "../support/site-logger.ts";

const MINUTE = 60_000;

/** Counts what the platform bills as rows written, whichever object of this isolate writes them. */
async function countRows(siteId: number) {
  const count = { rows: 0, alarms: 0 };
  await runInDurableObject(siteStub(siteId), (_, { storage }) => {
    const sql = Object.getPrototypeOf(storage.sql) as SqlStorage;
    const { exec } = sql;
    vi.spyOn(sql, "exec").mockImplementation(function (this: SqlStorage, ...given) {
      const cursor = exec.apply(this, given);
      count.rows += cursor.rowsWritten;
      return cursor;
    });
    const alarms = Object.getPrototypeOf(storage) as DurableObjectStorage;
    const { setAlarm } = alarms;
    vi.spyOn(alarms, "setAlarm").mockImplementation(function (this: DurableObjectStorage, at) {
      count.alarms += 1;
      return setAlarm.call(this, at);
    });
  });
  return count;
}

test("an idle site costs little more than one row an upload, though it hibernates between them", async () => {
  const clock = freezeSiteClock();
  const siteId = 9001;
  const registers = Array.from({ length: 60 }, (_, index) => ({
    register: (0x100 + index).toString(16).padStart(4, "0"),
    kind: "gauge",
    access: "r",
  }));
  const equipment = [{ address: "003311", registers }, ...EQUIPMENT.slice(1)];
  const logger = await connectLogger(siteId, { equipment });
  const count = await countRows(siteId);
  const uploads = 2 * 60;
  let nextAlarm = clock.now() + 2 * MINUTE;
  for (let upload = 0; upload < uploads; upload++) {
    clock.forward(MINUTE);
    const value = (index: number) => Math.round(1000 * Math.sin(upload / 50 + index)) / 10;
    const start = clock.now() - MINUTE;
    const values = Object.fromEntries(
      registers.map(({ register }, index) => [
        `003311${register}`,
        Array.from({ length: 6 }, () => value(index)),
      ]),
    );
    const batch = {
      ...values,
      FFFF000120: Array.from({ length: 6 }, () => value(70)),
    };
    await logger.ask({ cmd: 260, id: `u-${upload}`, start, step: 10_000, count: 6, values: batch });
    if (clock.now() >= nextAlarm) {
      await runDurableObjectAlarm(siteStub(siteId));
      nextAlarm = clock.now() + 2 * MINUTE;
    }
    if (upload % 10 === 0) await evictDurableObject(siteStub(siteId));
  }
  expect((count.rows + count.alarms) / uploads).toBeLessThan(2.2);
  expect(count.rows).toBeGreaterThanOrEqual(uploads);
});
