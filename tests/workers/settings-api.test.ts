import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { switchCounterOf } from "#protocol/switch-rpc.ts";
import { callAs, signIn, signInOnly } from "../support/call-api.ts";
import { ALPHA, seedUsers } from "../support/seed-users.ts";
import { connectLogger, type LoggerSocket, siteStub } from "../support/site-logger.ts";

const CHANGE = "/site/v2/setting/change";
const tokens: Record<string, string> = {};
let logger: LoggerSocket;

const DEVICE = "7E4401";
const REGISTER = `${DEVICE}0001`;
const KEPT = `${DEVICE}0004`;
const setting = { kind: "setting", access: "rw", min: 0, max: 500, step: 1 };
const equipment = [
  {
    address: DEVICE,
    registers: [
      { ...setting, register: "0001", name: "first" },
      { ...setting, register: "0002", name: "grid code", danger: "grid" },
      { ...setting, register: "0003", name: "setClock", oneShot: true, stored: false },
      { ...setting, register: "0004", name: "fourth" },
    ],
  },
];

beforeAll(async () => {
  await seedUsers();
  for (const name of ["owner", "full", "monitor", "demo"]) tokens[name] = await signIn(name);
  logger = await connectLogger(ALPHA, { equipment });
});

function call(path: string, input: object = {}, who = "owner") {
  return callAs(tokens[who] ?? "", path, { id: ALPHA, ...input });
}

const change = (value: number, more: object = {}) => ({
  changeId: crypto.randomUUID(),
  items: [{ address: REGISTER, value }],
  ...more,
});

/** Answers queries with a value, and controls with what they ask for. */
async function answerAll(): Promise<void> {
  const read = new Set<unknown>();
  for (let round = 0; round < 8; round++) {
    await logger.settle();
    for (const frame of logger.inbox) {
      if (read.has(frame) || (frame.cmd !== 320 && frame.cmd !== 324 && frame.cmd !== 336))
        continue;
      read.add(frame);
      const { id } = frame;
      if (frame.cmd === 336) {
        const addresses = frame.addresses as string[];
        const values = Object.fromEntries(addresses.map((address) => [address, 10]));
        logger.send({ cmd: 337, id, status: 200, values });
      } else {
        const answer = { id, status: 200, result: "success", value: frame.value };
        logger.send({ cmd: Number(frame.cmd) + 1, ...answer });
      }
    }
  }
}

test("a change by its path reaches the device, and its record is in the history", async () => {
  const asked = change(20, { reason: "winter" });
  const { status, body } = await call(CHANGE, asked);
  expect({ status, data: body.data }).toMatchObject({
    status: 200,
    data: { changeId: asked.changeId, state: "queued", reason: "winter" },
  });
  await answerAll();
  const page = await call("/site/v2/setting/changes", { address: REGISTER });
  expect(page.body.data).toMatchObject({
    total: 1,
    list: [{ result: "success", items: [{ from: 10, value: 20, result: "success" }] }],
  });
  // A repeated id changes nothing.
  expect((await call(CHANGE, asked)).body.data).toMatchObject({ result: "success" });
  const listed = await call("/site/v2/setting/list");
  expect(listed.body.data).toMatchObject({ isOnline: true, hasRemoteControl: true });
});

test("a value one step out of range is refused with its limits, an equal one with the text of the page", async () => {
  for (const value of [-1, 501]) {
    const { status, body } = await call(CHANGE, change(value));
    expect({ status, data: body.data }).toMatchObject({
      status: 422,
      data: { refusals: [{ code: "outOfRange", address: REGISTER, limit: { min: 0, max: 500 } }] },
    });
  }
  const { status, body } = await call(CHANGE, change(20));
  expect({ status, message: body.message }).toEqual({
    status: 409,
    message: "This item is not modified and does not need saving",
  });
});

test("a monitor and the demo account change nothing", async () => {
  for (const who of ["monitor", "demo"])
    expect((await call(CHANGE, change(30), who)).status).toBe(403);
});

test("only the owner locks all changes, and the lock holds for the owner, too", async () => {
  expect((await call("/site/v2/setting/lock", { locked: true }, "full")).status).toBe(403);
  expect((await call("/site/v2/setting/lock", { locked: true })).status).toBe(200);
  const { status, body } = await call(CHANGE, change(30));
  expect({ status, data: body.data }).toMatchObject({
    status: 409,
    data: { refusals: [{ code: "locked" }] },
  });
  expect((await call("/site/v2/setting/lock", { locked: false })).status).toBe(200);
});

test("the sixth wrong advanced password is refused, and none of them is stored", async () => {
  const password = "winter solstice";
  expect((await call("/site/v2/setting/password/set", { password })).status).toBe(200);
  const refused = await call(CHANGE, change(30));
  expect(refused.body.message).toBe("please enter the correct advanced password");
  for (let attempt = 0; attempt < 5; attempt++) {
    const { status } = await call("/site/v2/setting/password/enter", { password: "wrong one" });
    expect(status).toBe(422);
  }
  const sixth = await call("/site/v2/setting/password/enter", { password });
  expect(sixth.status).toBe(429);
  expect(sixth.body.message).toBe("please enter the correct advanced password");
  // Another user has attempts of their own.
  const entered = await call("/site/v2/setting/password/enter", { password }, "full");
  expect(entered.status).toBe(200);
  expect((await call(CHANGE, change(40), "full")).status).toBe(200);
  await answerAll();
  expect((await call("/site/v2/setting/password/exit", {}, "full")).status).toBe(200);
  expect((await call(CHANGE, change(50), "full")).status).toBe(409);
  const settings = await siteStub(ALPHA).readSettings("none");
  expect(JSON.stringify(settings)).not.toContain(password);
  expect((await call("/site/v2/setting/password/set", { password: null })).status).toBe(200);
});

test("a user with the hidden-setting flag needs no advanced password, and a token of that user does", async () => {
  const setFlag = (who: string, isOn: boolean) =>
    env.DB.prepare("update users set hidden_settings = ? where account = ?")
      .bind(Number(isOn), `${who}@example.org`)
      .run();
  const password = "winter solstice";
  expect((await call("/site/v2/setting/password/set", { password })).status).toBe(200);
  const given = { name: "Script", scope: "control", siteIds: [ALPHA], days: 1 };
  const { body } = await callAs(tokens.full ?? "", "/user/v2/token/add", given);
  tokens.script = (body.data as { token: string }).token;
  const submit = async (value: number, who: string) => {
    const { status, body } = await call(CHANGE, change(value), who);
    const { refusals } = (body.data ?? {}) as { refusals?: { code: string }[] };
    return [status, refusals?.[0]?.code];
  };
  const readList = async (who: string) => {
    const { body } = await call("/site/v2/setting/list", {}, who);
    return body.data as object;
  };
  const refused = [409, "passwordRequired"];
  expect(await submit(60, "full")).toEqual(refused);
  expect(await readList("full")).toMatchObject({ hasPassword: true, needsPassword: true });
  await setFlag("full", true);
  await setFlag("demo", true);
  expect(await submit(60, "full")).toEqual([200, undefined]);
  await answerAll();
  expect(await readList("full")).toMatchObject({ hasPassword: true, needsPassword: false });
  expect(await submit(61, "script")).toEqual(refused);
  expect(await readList("script")).toMatchObject({ needsPassword: true });
  expect(await submit(61, "owner")).toEqual(refused);
  expect((await submit(61, "demo"))[0]).toBe(403);
  await setFlag("full", false);
  expect(await submit(61, "full")).toEqual(refused);
  expect((await call("/site/v2/setting/password/set", { password: null })).status).toBe(200);
});

test("a control is found by its name, and a reset needs its word", async () => {
  const changeId = crypto.randomUUID();
  const clock = await call("/site/v2/equipment/remote/clocksync", { changeId });
  expect({ status: clock.status, data: clock.body.data }).toMatchObject({
    status: 200,
    data: { changeId, items: [{ address: `${DEVICE}0003`, value: 1 }] },
  });
  await answerAll();
  expect(logger.inbox.filter(({ cmd }) => cmd === 324)).toHaveLength(1);
  const reset = { changeId: crypto.randomUUID(), what: "battery" };
  const path = "/site/v2/equipment/remote/reset";
  expect((await call(path, { ...reset, confirm: "yes" })).status).toBe(422);
  expect((await call(path, { ...reset, confirm: "battery" })).status).toBe(409);
  const token = await call("/site/v2/equipment/remote/authtoken", { changeId, token: " " });
  expect(token.body).toMatchObject({ code: 422 });
});

test("a session changes twenty sites in ten minutes, and more once it has confirmed the identity", async () => {
  const counter = env.SWITCHES.get(env.SWITCHES.idFromName(switchCounterOf(4_711)));
  const allow = (site: number, session = "stolen") =>
    counter.allowChange({ site: `site-${site}`, session });
  for (let site = 0; site < 20; site++) expect(await allow(site)).toBe(true);
  expect(await allow(20)).toBe(false);
  expect(await allow(3)).toBe(true);
  await counter.confirm("own", Date.now() + 60_000);
  expect(await allow(20, "own")).toBe(true);
  expect(await allow(21)).toBe(false);
});

test("a change that switches inverters has the limit of sites of the socket", async () => {
  const FULL_ID = 3;
  const counter = env.SWITCHES.get(env.SWITCHES.idFromName(switchCounterOf(FULL_ID)));
  for (let site = 0; site < 5; site++)
    await counter.allow({ site: `other-${site}`, session: "stolen" });
  const stolen = await signInOnly("full");
  const items = [{ address: "FFFF000400", value: 0 }];
  const input = { id: ALPHA, changeId: crypto.randomUUID(), items };
  const { status, body } = await callAs(stolen, CHANGE, input);
  expect({ status, data: body.data }).toMatchObject({
    status: 403,
    data: { reason: "confirmationRequired" },
  });
});

test("a snapshot is compared with the current settings, and its restoration omits what must not be restored", async () => {
  const listed = await call("/site/v2/setting/snapshots");
  const { list } = listed.body.data as { list: { snapshotId: number; reason: string }[] };
  expect(list.at(-1)).toMatchObject({ reason: "before change" });
  const snapshotId = list.at(-1)?.snapshotId ?? 0;
  const snapshot = await call("/site/v2/setting/snapshot", { snapshotId });
  expect(snapshot.body.data).toMatchObject({ values: { [REGISTER]: 10 } });
  const diff = await call("/site/v2/setting/diff", { from: snapshotId });
  expect(diff.body.data).toMatchObject({ list: [{ address: REGISTER, from: 10 }] });
  const plan = await call("/site/v2/setting/restore", { snapshotId });
  expect(plan.body.data).toMatchObject({
    items: [{ address: REGISTER, value: 10 }],
    dangerous: [],
    omitted: [],
  });
});

/** The results of changes, in their order; undefined for one that has not ended. */
function resultsOf(changes: readonly { changeId: string }[]) {
  return Promise.all(
    changes.map(async ({ changeId }) => {
      const { changes } = await siteStub(ALPHA).readChanges({ page: 1, size: 1, changeId });
      return changes[0]?.result;
    }),
  );
}

/** Connects the logger again, and returns the values that it is asked to write. */
async function reconnect(): Promise<unknown[]> {
  logger = await connectLogger(ALPHA, { equipment });
  await answerAll();
  const written = logger.inbox.filter(({ cmd }) => cmd === 320 || cmd === 324);
  return written.map(({ value }) => value);
}

test("a sign-out ends a change of its session that waits, though the session has had no socket", async () => {
  const [token, other] = [await signIn("owner"), await signIn("owner")];
  logger.socket.close(1000);
  const [ended, kept] = [change(111), { ...change(0), items: [{ address: KEPT, value: 112 }] }];
  for (const [who, asked] of [
    [token, ended],
    [other, kept],
  ] as const)
    expect((await callAs(who, CHANGE, { id: ALPHA, ...asked })).body.data).toMatchObject({
      state: "queued",
    });
  expect((await callAs(token, "/auth/v2/logout", {})).status).toBe(200);
  expect(await resultsOf([ended, kept])).toEqual(["expired", undefined]);
  expect(await reconnect()).toEqual([112]);
  expect(await resultsOf([ended, kept])).toEqual(["expired", "success"]);
});

test("a personal access token with the scope control changes settings, and its revocation ends what waits", async () => {
  const make = async (scope: string) => {
    const input = { name: "Script", scope, siteIds: [ALPHA], days: 1 };
    const { body } = await callAs(tokens.owner ?? "", "/user/v2/token/add", input);
    return body.data as { id: string; token: string };
  };
  const [reading, revoked, living] = [
    await make("read"),
    await make("control"),
    await make("control"),
  ];
  const submit = (who: { token: string }, asked: object) =>
    callAs(who.token, CHANGE, { id: ALPHA, ...asked });
  expect((await submit(reading, change(120))).status).toBe(403);
  const done = change(121);
  expect((await submit(revoked, done)).status).toBe(200);
  await answerAll();
  expect(await resultsOf([done])).toEqual(["success"]);
  logger.socket.close(1000);
  const [ended, kept] = [change(122), { ...change(0), items: [{ address: KEPT, value: 123 }] }];
  expect((await submit(revoked, ended)).body.data).toMatchObject({ state: "queued" });
  expect((await submit(living, kept)).body.data).toMatchObject({ state: "queued" });
  const { id } = revoked;
  expect((await callAs(tokens.owner ?? "", "/user/v2/token/delete", { id })).status).toBe(200);
  expect(await resultsOf([ended, kept])).toEqual(["expired", undefined]);
  expect((await submit(revoked, change(124))).status).toBe(401);
  expect(await reconnect()).toEqual([123]);
  expect(await resultsOf([ended, kept])).toEqual(["expired", "success"]);
});
