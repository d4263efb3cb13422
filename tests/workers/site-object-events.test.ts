import { beforeEach, describe, expect, test } from "vitest";
import { redactMessages } from "#durable-objects/site/viewers/redaction.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { DISTURBANCES, disturb, lookInside } from "../support/site-inside.ts";
import { connectLogger, connectMessage, openLogger, sample } from "../support/site-logger.ts";
import { watch } from "../support/viewer-socket.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 15_000;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
});

function event(state: "raised" | "cleared", at: number, more: object = {}) {
  return { eventNo: 12, address: "003311", level: "fault", state, at, message: "Hot", ...more };
}

let updates = 0;
function update(...events: object[]) {
  return { cmd: 262, id: `u-${++updates}`, events };
}

async function active(): Promise<number[]> {
  return (await lookInside(siteId)).errors.map(({ eventNo }) => eventNo);
}

test("an active event is described as viewers see it", async () => {
  const logger = await connectLogger(siteId);
  const at = clock.now() - 50;
  await logger.ask(update(event("raised", at, { code: "0007" })));
  expect((await lookInside(siteId)).errors).toEqual([
    {
      equipmentName: "MK-5000",
      message: "Hot",
      equipmentType: "0033",
      eventTrigger: "fault",
      eventNo: 12,
      address: "003311",
      at,
    },
  ]);
});

test("a code of the catalogue goes to viewers beside the message, and without it to those who see no messages", async () => {
  const logger = await connectLogger(siteId);
  const at = clock.now() - 50;
  const bare = event("raised", at, { code: "FAN_FAULT", message: undefined });
  const other = event("raised", at, { eventNo: 13, code: "0007" });
  await logger.ask(update(bare, other));
  const sent = [
    { eventNo: 12, message: "FAN_FAULT", faultCode: "fanFault" },
    { eventNo: 13, message: "Hot" },
  ];
  const { errors } = await lookInside(siteId);
  expect(errors).toMatchObject(sent);
  expect(errors[1]).not.toHaveProperty("faultCode");
  expect(redactMessages(errors)).toMatchObject([
    { eventNo: 12, message: "", faultCode: "fanFault" },
    { eventNo: 13, message: "" },
  ]);
});

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("a raise lasts until it is cleared, and changes the site's status", async () => {
    let logger = await connectLogger(siteId);
    const raised = event("raised", clock.now() - 50);
    expect(await logger.ask({ ...update(raised), id: "u" })).toEqual({
      cmd: 263,
      id: "u",
      status: 200,
    });
    logger = await disturb(siteId, disturbance, logger, { events: [raised] });
    expect(await lookInside(siteId)).toMatchObject({
      errors: [{ eventNo: 12 }],
      outbox: { status: { siteStatus: "fault", alarm: "fault" } },
    });
    await logger.ask(update(event("cleared", clock.forward(10))));
    expect(await lookInside(siteId)).toMatchObject({
      errors: [],
      outbox: { status: { siteStatus: "normal", alarm: "none" } },
    });
  });

  test("a raise that comes after its clear changes nothing", async () => {
    let logger = await connectLogger(siteId);
    clock.forward(1000);
    const raisedAt = clock.now() - 900;
    await logger.ask(update(event("cleared", raisedAt + 100)));
    logger = await disturb(siteId, disturbance, logger);
    await logger.ask(update(event("raised", raisedAt)));
    expect(await active()).toEqual([]);
  });

  test("the list of a connect replaces the events active up to its clock", async () => {
    let logger = await connectLogger(siteId);
    clock.forward(1000);
    const now = clock.now();
    const late = event("raised", now - 10, { eventNo: 2 });
    await logger.ask(update(event("raised", now - 100, { eventNo: 1 }), late));
    logger = await disturb(siteId, disturbance, logger, { clock: now - 50 });
    const again = await openLogger(siteId);
    const old = event("raised", now - 3_600_000, { eventNo: 3 });
    await again.ask(connectMessage({ clock: now - 50, events: [old] }));
    expect((await active()).sort()).toEqual([2, 3]);
    await again.ask(update(event("raised", now - 60, { eventNo: 1 })));
    expect((await active()).sort()).toEqual([2, 3]);
    await logger.closed;
  });

  test("an event more than 15 min older than the newest sample raises no alarm", async () => {
    let logger = await connectLogger(siteId, { clock: clock.now() - 7_200_000 });
    await logger.ask(sample("s", clock.now(), { FFFF000120: 1 }));
    logger = await disturb(siteId, disturbance, logger, { clock: clock.now() - 7_200_000 });
    const limit = clock.now() - 15 * 60_000;
    await logger.ask(update(event("raised", limit - 1, { eventNo: 1 })));
    await logger.ask(update(event("raised", limit, { eventNo: 2 })));
    expect(await active()).toEqual([2]);
  });

  test("an event from a clock that is ahead can be cleared, and does not come back when sent again", async () => {
    let logger = await connectLogger(siteId);
    clock.forward(1000);
    const raised = event("raised", clock.now() + 3_600_000);
    await logger.ask(update(raised));
    expect((await lookInside(siteId)).errors).toMatchObject([{ eventNo: 12, at: clock.now() }]);
    await logger.ask(update(event("cleared", clock.forward(1000))));
    expect(await active()).toEqual([]);
    logger = await disturb(siteId, disturbance, logger);
    clock.forward(1000);
    await logger.ask(update(raised));
    expect(await active()).toEqual([]);
  });

  test("viewers are pushed the whole list when it changes, and only then", async () => {
    const logger = await disturb(siteId, disturbance, await connectLogger(siteId));
    const { viewer } = await watch(siteId);
    clock.forward(1000);
    const raised = update(event("raised", clock.now()));
    await logger.ask(raised);
    await logger.ask({ ...raised, id: "again" });
    clock.forward(1000);
    await logger.ask(update(event("raised", clock.now(), { eventNo: 13, level: "info" })));
    const pushed = (await viewer.unread()).filter(({ cmd }) => cmd === 262);
    expect(pushed.map(({ body }) => (body.errors as object[]).length)).toEqual([1, 2]);
  });
});

test.each(DISTURBANCES)(
  "without a clock the list of a connect replaces what is known, and nothing that is still to come, across %s",
  async (disturbance) => {
    const first = await connectLogger(siteId);
    const raised = event("raised", clock.now() - 100);
    await first.ask(update(raised));
    await disturb(siteId, disturbance, first);
    const again = await connectLogger(siteId);
    expect(await active()).toEqual([]);
    await again.ask(update(raised));
    expect(await active()).toEqual([]);
    await again.ask(update(event("raised", clock.now() - 50, { eventNo: 2 })));
    expect(await active()).toEqual([2]);
  },
);

test("more active events than are kept are refused whole", async () => {
  let logger = await connectLogger(siteId);
  clock.forward(1000);
  const raise = async (first: number, count: number) => {
    const many = Array.from({ length: count }, (_, place) =>
      event("raised", clock.now(), { eventNo: first + place }),
    );
    const answer = await logger.ask({ ...update(...many), id: `from ${first}` });
    expect(answer).toEqual({ cmd: 263, id: `from ${first}`, status: 200 });
  };
  await raise(0, 2000);
  // The budget of changes is refilled by one each second.
  clock.forward(2_000_000);
  await raise(2000, 2000);
  clock.forward(1000);
  logger = await disturb(siteId, "hibernate", logger);
  const one = event("raised", clock.now(), { eventNo: 4001 });
  expect(await logger.ask({ ...update(one), id: "one" })).toMatchObject({
    cmd: 511,
    id: "one",
    status: 400,
  });
  expect(await active()).toHaveLength(4000);
});
