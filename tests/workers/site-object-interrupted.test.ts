import fc from "fast-check";
import { expect, test } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import { type Disturbance, disturb, lookInside } from "../support/site-inside.ts";
import { connectLogger, type Frame } from "../support/site-logger.ts";

// Ahead of the real time for the whole file, so that no alarm rings by itself.
const T0 = Date.now() + 3_600_000;
let siteId = 9500;

type Step = { after: number; frame: Frame; evict: boolean };

const ago = fc.integer({ min: -5_000, max: 2_000_000 });
const batch = fc
  .record({
    at: ago,
    values: fc.dictionary(
      fc.constantFrom("FFFF000120", "FFFF000134", "FFFF000170", "0033110107", "0033119999"),
      fc.constantFrom(1, 2, -3.5, null, "normal", "standby"),
    ),
  })
  .map(({ at, values }) => ({ kind: "batch" as const, at, values }));
const event = fc.record({
  kind: fc.constant("event" as const),
  at: ago,
  eventNo: fc.constantFrom(1, 2),
  level: fc.constantFrom("fault", "warning", "info"),
  state: fc.constantFrom("raised", "cleared"),
});
const status = fc.record({
  kind: fc.constant("status" as const),
  at: ago,
  status: fc.constantFrom("invert", "charge", "fault"),
});
const script = fc
  .array(
    fc.record({
      after: fc.integer({ min: 100, max: 80_000 }),
      said: fc.oneof(batch, event, status),
      evict: fc.boolean(),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((steps): Step[] => {
    let now = T0;
    return steps.map(({ after, said, evict }, index) => {
      now += after;
      return { after, evict, frame: frameOf(said, now, `f-${index}`) };
    });
  });

function frameOf(
  said: { kind: "batch" | "event" | "status"; at: number; [field: string]: unknown },
  now: number,
  id: string,
): Frame {
  const { kind, at: before, ...fields } = said;
  const at = now - before;
  switch (kind) {
    case "batch": {
      const columns = Object.entries(fields.values as object).map(([key, value]) => [key, [value]]);
      return { cmd: 260, id, times: [at], values: Object.fromEntries(columns) };
    }
    case "event":
      return { cmd: 262, id, events: [{ address: "003311", at, ...fields }] };
    case "status":
      return { cmd: 264, id, statuses: [{ address: "003311", at, ...fields }] };
  }
}

async function play(steps: readonly Step[], disturbance: Disturbance) {
  siteId += 1;
  const clock = freezeSiteClock(T0);
  let logger = await connectLogger(siteId);
  const answers: Frame[] = [];
  for (const { after, frame, evict } of steps) {
    clock.forward(after);
    answers.push(await logger.ask(frame));
    if (evict) logger = await disturb(siteId, disturbance, logger);
  }
  const { outbox, alarmAt, statusOf, stored, ...inside } = await lookInside(siteId);
  logger.socket.close();
  clock.release();
  const { siteStatus, alarm } = { siteStatus: null, alarm: null, ...outbox.status };
  const addresses = ["FFFF000120", "FFFF000134", "FFFF000170", "0033110107"];
  return {
    answers,
    inside,
    status: { siteStatus, alarm, equipment: statusOf("003311") },
    stored: addresses.map((address) => stored(address)),
  };
}

test("hibernation after any frame of a logger changes neither answers nor state", async () => {
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      expect(await play(steps, "hibernate")).toEqual(await play(steps, "nothing"));
    }),
    { numRuns: 25 },
  );
});

test("a socket closed after any frame of a logger changes neither answers nor stored data", async () => {
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const whole = await play(steps, "nothing");
      const { answers, stored } = await play(steps, "close");
      expect({ answers, stored }).toEqual({ answers: whole.answers, stored: whole.stored });
    }),
    { numRuns: 10 },
  );
});

test("a late status stays older than a repetition that came before hibernation", async () => {
  const report = (id: string, status: string, at: number) => ({
    after: 1_000,
    frame: { cmd: 264, id, statuses: [{ address: "003311", status, at }] },
    evict: true,
  });
  const steps = [
    report("f-0", "invert", T0 - 60_000),
    report("f-1", "invert", T0 - 10_000),
    report("f-2", "charge", T0 - 30_000),
  ];
  for (const disturbance of ["nothing", "hibernate"] as const)
    expect((await play(steps, disturbance)).status.equipment).toBe("invert");
});
