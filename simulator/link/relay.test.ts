import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { LoopbackPortal } from "../../tests/support/loopback-portal.ts";
import { dialPortal } from "../logger/dial-portal.ts";
import type { LinkEnd } from "../logger/link.ts";
import type { FaultEffect } from "./fault.ts";
import { listedFaults } from "./fault-schedule.ts";
import { openRelay } from "./relay.ts";

async function setUp() {
  const portal = await LoopbackPortal.open();
  const effects: FaultEffect[] = [];
  const relay = await openRelay({
    port: 0,
    portal: new URL(portal.url),
    onEffect: (effect) => effects.push(effect),
  });
  onTestFinished(() => {
    relay.close();
    portal.close();
  });
  const dial = () => {
    const opened = Promise.withResolvers<void>();
    const received = Promise.withResolvers<string>();
    const ended = Promise.withResolvers<LinkEnd>();
    const link = dialPortal(`http://127.0.0.1:${relay.port}`)(
      { serial: "TEST-0001", secret: "s" },
      { opened: opened.resolve, received: received.resolve, ended: ended.resolve },
    );
    return { link, opened: opened.promise, received: received.promise, ended: ended.promise };
  };
  return { portal, relay, dial, effects };
}

const status = (id: string) => JSON.stringify({ cmd: COMMAND.statusUpdate, id, statuses: [] });

test("frames and closes pass in both directions", async () => {
  const { portal, dial } = await setUp();
  const { link, opened, received } = dial();
  await opened;
  link.send(status("1"));
  expect(JSON.parse(await received)).toMatchObject({ id: "1", status: 200 });
  link.close();
  await portal.until(({ open }) => open === 0);
  const second = dial();
  await second.opened;
  portal.end(4001);
  expect((await second.ended).code).toBe(4001);
});

test("half-open, the logger's frames are lost, and leaving it leaves the portal with it", async () => {
  const { portal, relay, dial, effects } = await setUp();
  const { link, opened, ended } = dial();
  await opened;
  const begun = waitFor(effects);
  relay.play(listedFaults([{ at: 0, fault: { kind: "half-open", direction: "both" } }]));
  await begun;
  link.send(status("lost"));
  link.cut();
  await ended;
  const next = dial();
  await next.opened;
  next.link.send(status("received"));
  await next.received;
  expect(portal.inbox.map(({ message }) => "id" in message && message.id)).toEqual(["received"]);
  expect(portal.open).toBe(2);
  next.link.cut();
});

test("both sides notice a cut, and faults that do not apply to bytes do nothing", async () => {
  const { portal, relay, dial, effects } = await setUp();
  const { opened, ended } = dial();
  await opened;
  relay.play(
    listedFaults([
      { at: 0, fault: { kind: "drop", on: { direction: "up" } } },
      { at: 0, fault: { kind: "cut" } },
      { at: 0, fault: { kind: "refuse", forMs: MINUTE_MS } },
    ]),
  );
  expect((await ended).reason).toMatch(/1006/);
  await portal.until(({ open }) => open === 0);
  const refused = dial();
  expect((await refused.ended).code).toBeUndefined();
  expect(effects.map(({ fault }) => fault.kind)).toEqual(["cut", "refuse"]);
});

test("the portal is asked by its own name", async () => {
  const asked = Promise.withResolvers<string>();
  const server = createServer((socket: Socket) => {
    socket.once("data", (bytes) => asked.resolve(String(bytes)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const relay = await openRelay({ port: 0, portal: new URL(`http://localhost:${port}`) });
  onTestFinished(() => {
    relay.close();
    server.close();
  });
  const { link } = {
    link: dialPortal(`http://127.0.0.1:${relay.port}`)(
      { serial: "TEST-0001", secret: "s" },
      silent,
    ),
  };
  expect(await asked.promise).toMatch(new RegExp(`^Host: localhost:${port}\\r$`, "im"));
  link.cut();
});

const silent = { opened: () => {}, received: () => {}, ended: () => {} };

/** Resolves with the next effect. */
function waitFor(effects: FaultEffect[]): Promise<void> {
  return new Promise((resolve) => {
    const push = effects.push.bind(effects);
    effects.push = (...more) => {
      resolve();
      return push(...more);
    };
  });
}
