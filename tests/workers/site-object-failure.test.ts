import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { freezeSiteClock } from "../support/site-clock.ts";
import { DISTURBANCES, disturb, disturbOpened, lookInside } from "../support/site-inside.ts";
import {
  connectLogger,
  connectMessage,
  openLogger,
  sample,
  siteStub,
} from "../support/site-logger.ts";

let clock: ReturnType<typeof freezeSiteClock>;
let siteId = 9100;

beforeEach(() => {
  clock = freezeSiteClock();
  siteId += 1;
  vi.spyOn(console, "error").mockImplementation(() => {});
});

/** Lets every write to a table fail until mended. */
function breakTable(table: string): Promise<unknown> {
  return runInDurableObject(siteStub(siteId), (_, { storage }) =>
    storage.sql.exec(
      `CREATE TRIGGER broken BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    ),
  );
}

function mend(): Promise<unknown> {
  return runInDurableObject(siteStub(siteId), (_, { storage }) =>
    storage.sql.exec(`DROP TRIGGER broken`),
  );
}

describe.each(DISTURBANCES)("across %s", (disturbance) => {
  test("a batch that cannot be stored is answered with 500, and stored when it comes again", async () => {
    let logger = await connectLogger(siteId);
    const first = sample("first", clock.now() - 1000, { FFFF000120: 1 });
    await logger.ask(first);
    const batch = sample("b", clock.now(), { FFFF000120: 5 });
    await breakTable("series_tail");
    expect(await logger.ask(batch)).toEqual({ cmd: 261, id: "b", status: 500 });
    expect((await lookInside(siteId)).stored("FFFF000120")).toEqual([[clock.now() - 1000, 1]]);
    await mend();
    logger = await disturb(siteId, disturbance, logger);
    expect(await logger.ask({ ...batch, id: "again" })).toMatchObject({ cmd: 261, status: 200 });
    expect((await lookInside(siteId)).stored("FFFF000120")).toEqual([
      [clock.now() - 1000, 1],
      [clock.now(), 5],
    ]);
  });

  test("events that cannot be stored are answered with 500, and taken when they come again", async () => {
    let logger = await connectLogger(siteId);
    clock.forward(1000);
    const events = [
      { eventNo: 1, address: "003311", level: "warning", state: "raised", at: clock.now() },
    ];
    await breakTable("equipment_events");
    expect(await logger.ask({ cmd: 262, id: "e", events })).toEqual({
      cmd: 263,
      id: "e",
      status: 500,
    });
    await mend();
    logger = await disturb(siteId, disturbance, logger);
    expect(await logger.ask({ cmd: 262, id: "again", events })).toMatchObject({ status: 200 });
    expect((await lookInside(siteId)).errors).toHaveLength(1);
  });

  test("statuses that cannot be stored are answered with 500, and taken when they come again", async () => {
    let logger = await connectLogger(siteId);
    const statuses = [{ address: "003311", status: "invert", at: clock.now() }];
    await breakTable("equipment_states");
    expect(await logger.ask({ cmd: 264, id: "s", statuses })).toEqual({
      cmd: 265,
      id: "s",
      status: 500,
    });
    await mend();
    logger = await disturb(siteId, disturbance, logger);
    expect(await logger.ask({ cmd: 264, id: "again", statuses })).toMatchObject({ status: 200 });
    expect((await lookInside(siteId)).statusOf("003311")).toBe("invert");
  });

  test("a connect that cannot be stored closes the socket, and the next one is welcomed", async () => {
    const logger = await disturbOpened(siteId, disturbance, await openLogger(siteId));
    await breakTable("facts");
    logger.send(connectMessage());
    expect(await logger.closed).toBe(1011);
    await mend();
    expect((await lookInside(siteId)).online).toBe(false);
    await connectLogger(siteId);
    expect((await lookInside(siteId)).online).toBe(true);
  });
});

test("an upgrade without the Worker's stamp is not taken", async () => {
  const response = await siteStub(siteId).fetch("https://site.test/ws/logger", {
    headers: { Upgrade: "websocket" },
  });
  expect(response.status).toBe(400);
});
