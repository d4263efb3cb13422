import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MAX_CHANGED_SITES } from "#domain/commands/switching-limit.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { advanceRollouts } from "#operations/jobs/advance-rollouts.ts";
import { readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { digest } from "#protocol/keys/digest.ts";
import { server } from "#workers/server.ts";
import {
  type ApiAnswer,
  callApi,
  callAs,
  ORIGIN,
  signIn,
  signInOnly,
} from "../support/call-api.ts";
import {
  describeFirmware,
  firmwareBytes,
  makeFirmwareKey,
  signManifest,
  storeRelease,
} from "../support/firmware.ts";
import { resetSwitchCounters } from "../support/reset-switch-counters.ts";
import { ABSENT, ALPHA, FOREIGN, PASSWORD, seedUsers } from "../support/seed-users.ts";
import { SettingDevice } from "../support/setting-device.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectLogger, siteStub } from "../support/site-logger.ts";
import { testContext } from "../support/test-context.ts";
import { MONITOR, SHARE, watch } from "../support/viewer-socket.ts";

const OWNER_ID = 1;
const STRANGER_ID = 5;
const DEVICE = "7E4401";
const REGISTER = `${DEVICE}0001`;
const INVERTER = "003311";
const CHANGE = "/site/v2/setting/change";
/** Frames by which a logger changes its equipment. */
const CHANGING = [320, 322, 324, 326, 352, 354, 368];

const setting = { kind: "setting", access: "rw", min: 0, max: 500, step: 1 };
const command = { oneShot: true, stored: false };
const EQUIPMENT = [
  {
    address: DEVICE,
    registers: [
      { ...setting, register: "0001", name: "first" },
      { ...setting, register: "0002", name: "generatorSwitch" },
      { ...setting, ...command, register: "0003", name: "setClock" },
      { ...setting, ...command, register: "0004", name: "resetAllSettings" },
      { kind: "text", access: "rw", register: "0005", name: "authorizationToken", secret: true },
    ],
  },
  { address: INVERTER, typeCode: "0033", model: "K1-5000", versions: { dsp: "1.7.2" } },
];

let clock: ReturnType<typeof freezeSiteClock>;
let releaseId = 0;
let firmwareKey = "";

beforeAll(async () => {
  await seedUsers();
  const key = await makeFirmwareKey();
  firmwareKey = key.publicKey;
  const bytes = firmwareBytes(1_000);
  const manifest = describeFirmware(bytes);
  const signed = await signManifest(manifest, key);
  releaseId = await storeRelease(env, manifest, signed, bytes);
});
beforeEach(async () => {
  clock = freezeSiteClock();
  await resetSwitchCounters([OWNER_ID, STRANGER_ID]);
});

/** Calls the Worker of an operator who trusts the key of the release. */
async function call(token: string, path: string, input: object): Promise<ApiAnswer> {
  const request = new Request(`${ORIGIN}/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: token },
    body: JSON.stringify(input),
  });
  const response = await server.fetch(request, { ...env, FIRMWARE_KEYS: firmwareKey } as never);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function connectDevice(siteId: number): Promise<SettingDevice> {
  const connect = { equipment: EQUIPMENT, features: ["firmware"] };
  const values = ["0001", "0002", "0003", "0004"].map((register) => [DEVICE + register, 10]);
  return new SettingDevice(await connectLogger(siteId, connect), Object.fromEntries(values));
}

/** Whether the portal has sent anything to the logger that changes its equipment. */
const isTouched = ({ logger }: SettingDevice) =>
  logger.inbox.some(({ cmd }) => CHANGING.includes(cmd));

/** Adds sites of the owner, with loggers that answer. */
async function addSites(first: number, count: number): Promise<Map<number, SettingDevice>> {
  const ids = Array.from({ length: count }, (_, place) => first + place);
  const list = JSON.stringify(ids);
  await env.DB.batch([
    env.DB.prepare(
      `insert into sites (id, name, creator_id, created_at, updated_at, online, status)
       select value, 'Site ' || value, ${OWNER_ID}, 0, 0, 1, 'normal' from json_each(?)`,
    ).bind(list),
    env.DB.prepare(
      `insert into memberships (user_id, site_id, role, created_at)
       select ${OWNER_ID}, value, 1, 0 from json_each(?)`,
    ).bind(list),
  ]);
  const devices = await Promise.all(ids.map(connectDevice));
  return new Map(ids.map((id, place) => [id, devices[place] as SettingDevice]));
}

/** Attempts to change a site. Returns `changed`, the step that is required of the user, or the status of the refusal. */
type Route = (token: string, siteId: number) => Promise<unknown>;

function routeOf(path: string, inputOf: (siteId: number) => object): Route {
  return async (token, id) => {
    const changeId = crypto.randomUUID();
    const { status, body } = await call(token, path, { id, changeId, ...inputOf(id) });
    return status === 200 ? "changed" : ((body.data as { reason?: string })?.reason ?? status);
  };
}

const socketRoute =
  (cmd: number): Route =>
  async (token, id) => {
    const { viewer } = await watch(id, { person: OWNER_ID, session: digest(token) });
    const item = { commandId: crypto.randomUUID(), address: REGISTER, value: 20 };
    const answer = await viewer.ask(cmd, cmd === 322 ? { items: [item] } : item);
    viewer.socket.close(1000);
    return answer.cmd === cmd + 1 ? "changed" : (answer.body.reason ?? answer.body.status);
  };

/** Snapshots from which the session restores, by site. */
const snapshots = new Map<number, number>();
const restore: Route = async (token, id) => {
  const snapshotId = snapshots.get(id);
  const plan = await call(token, "/site/v2/setting/restore", { id, snapshotId });
  const { items } = plan.body.data as { items: { address: string; value: number }[] };
  expect(items).toMatchObject([{ address: REGISTER, value: 10 }]);
  return routeOf(CHANGE, () => ({ items }))(token, id);
};

/** Every way by which a session changes equipment of one site. */
const ROUTES: Readonly<Record<string, Route>> = {
  change: routeOf(CHANGE, () => ({ items: [{ address: REGISTER, value: 20 }] })),
  "socket 320": socketRoute(320),
  "socket 322": socketRoute(322),
  "socket 324": socketRoute(324),
  control: routeOf("/site/v2/equipment/remote/control", () => ({ what: "generator", value: 1 })),
  clock: routeOf("/site/v2/equipment/remote/clocksync", () => ({})),
  reset: routeOf("/site/v2/equipment/remote/reset", () => ({ what: "all", confirm: "all" })),
  token: routeOf("/site/v2/equipment/remote/authtoken", () => ({ token: "4F2A-91C0" })),
  restore,
  firmware: routeOf("/site/v2/equipment/remote/update", () => ({
    ...{ updateId: crypto.randomUUID(), address: INVERTER, releaseId },
  })),
};

/** Ways that change equipment only later: by a rollout of the site, and once a file was transferred. */
const LATER_ROUTES: Readonly<Record<string, Route>> = {
  "all firmware": routeOf("/site/v2/equipment/remote/update/all", () => ({})),
  "transferred firmware": routeOf("/site/v2/equipment/remote/update/confirm", () => ({
    updateId: crypto.randomUUID(),
  })),
};

/** Gives sites a snapshot from before a change, by a session of the owner. */
async function prepareSnapshots(devices: ReadonlyMap<number, SettingDevice>, ids: number[]) {
  const honest = await signIn("owner");
  for (const id of ids) {
    const items = [{ address: REGISTER, value: 300 }];
    const input = { id, changeId: crypto.randomUUID(), items };
    expect((await call(honest, CHANGE, input)).status).toBe(200);
    await devices.get(id)?.answerAll();
    const { body } = await call(honest, "/site/v2/setting/snapshots", { id });
    const { list } = body.data as { list: { snapshotId: number; reason: string }[] };
    const before = list.find(({ reason }) => reason === "before change");
    snapshots.set(id, before?.snapshotId ?? 0);
  }
  await resetSwitchCounters([OWNER_ID]);
}

test("a stolen session that mixes all ways changes twenty sites and no more, until it confirms the identity", async () => {
  // Not ahead of the real time, by which a confirmation of the identity ends.
  clock.release();
  clock = freezeSiteClock(Date.now());
  const FIRST = 720_000;
  const names = Object.keys(ROUTES);
  const devices = await addSites(FIRST, 3 * names.length + 1);
  const idOf = (round: number, name: string) => FIRST + round * names.length + names.indexOf(name);
  const last = FIRST + 3 * names.length;
  const toRestore = [0, 1, 2].map((round) => idOf(round, "restore"));
  await prepareSnapshots(devices, toRestore);
  const before = new Map(toRestore.map((id) => [id, devices.get(id)?.logger.inbox.length ?? 0]));
  const touched = () =>
    [...devices].filter(([id, device]) => {
      const frames = device.logger.inbox.slice(before.get(id) ?? 0);
      return frames.some(({ cmd }) => CHANGING.includes(cmd));
    });
  const attack = async (token: string, round: number) => {
    const results: Record<string, unknown> = {};
    for (const [name, route] of Object.entries(ROUTES))
      results[name] = await route(token, idOf(round, name));
    for (const device of devices.values()) await device.answerAll();
    return results;
  };
  const all = (result: string) => Object.fromEntries(names.map((name) => [name, result]));
  const stolen = await signInOnly("owner");
  expect(await attack(stolen, 0)).toEqual(all("changed"));
  clock.forward(4 * MINUTE_MS);
  expect(await attack(stolen, 1)).toEqual(all("changed"));
  expect(touched()).toHaveLength(MAX_CHANGED_SITES);
  // Each way is refused by itself, for another session of the user too.
  clock.forward(4 * MINUTE_MS);
  for (const token of [stolen, await signInOnly("owner")])
    expect(await attack(token, 2)).toEqual(all("confirmationRequired"));
  for (const [name, route] of Object.entries(LATER_ROUTES))
    expect([name, await route(stolen, last)]).toEqual([name, "confirmationRequired"]);
  expect(touched()).toHaveLength(MAX_CHANGED_SITES);
  // A site that was changed already may be changed again, by any way: it counts once.
  const again = routeOf(CHANGE, () => ({ items: [{ address: REGISTER, value: 77 }] }));
  expect(await again(stolen, FIRST)).toBe("changed");
  await devices.get(FIRST)?.answerAll();
  expect(await ROUTES["socket 320"]?.(stolen, FIRST)).toBe("changed");
  // A personal access token cannot confirm an identity.
  const honest = await signIn("owner");
  const input = { name: "Script", scope: "control", siteIds: [last], days: 1 };
  const { body } = await call(honest, "/user/v2/token/add", input);
  const { token: script } = body.data as { token: string };
  for (const name of ["change", "clock", "firmware"])
    expect([name, await ROUTES[name]?.(script, last)]).toEqual([name, "sessionRequired"]);
  // The session that confirms is free, and it alone.
  await call(stolen, "/auth/v2/confirm", { password: PASSWORD });
  expect(await ROUTES.change?.(await signInOnly("owner"), last)).toBe("confirmationRequired");
  expect(await attack(stolen, 2)).toEqual(all("changed"));
  expect(touched()).toHaveLength(3 * names.length);
  expect(await LATER_ROUTES["all firmware"]?.(stolen, last)).toBe("changed");
});

test("a stolen session prepares a change of many sites, and nothing of it happens without the identity", async () => {
  const FIRST = 730_000;
  const devices = await addSites(FIRST, 25);
  const context = {
    ...testContext(Date.now()),
    firmwareKeys: readFirmwareKeys(firmwareKey),
  };
  const stolen = await signInOnly("owner");
  const siteIds = [...devices.keys()];
  const reasonOf = ({ status, body }: ApiAnswer) => [
    status,
    (body.data as { reason?: string } | undefined)?.reason,
  ];
  const tasks = [
    { kind: "settings", items: [{ address: REGISTER, value: 20 }] },
    { kind: "firmware", releaseIds: [releaseId] },
  ];
  for (const [place, task] of tasks.entries()) {
    const added = await call(stolen, "/site/v2/rollout/add", {
      ...{ task, siteIds: siteIds.slice(place * 12, place * 12 + 12) },
    });
    expect(added.status).toBe(200);
    const { rolloutId } = added.body.data as { rolloutId: number };
    for (let turn = 0; turn < 5; turn++) {
      await advanceRollouts(context);
      context.turn(MINUTE_MS);
    }
    const start = (more: object) => call(stolen, "/site/v2/rollout/start", { rolloutId, ...more });
    expect(reasonOf(await start({}))).toEqual([403, "confirmationRequired"]);
    expect((await start({ confirm: { password: "guessed1" } })).status).toBe(422);
    expect(reasonOf(await call(stolen, "/site/v2/rollout/approve", { rolloutId }))).toEqual([
      ...[403, "confirmationRequired"],
    ]);
    expect((await call(stolen, "/site/v2/rollout/undo", { rolloutId })).status).toBe(409);
    await advanceRollouts(context);
  }
  for (const [id, device] of devices) {
    await device.answerAll();
    expect([id, isTouched(device)]).toEqual([id, false]);
  }
});

describe("ids of another site", () => {
  let owner = "";
  let stranger = "";
  let device: SettingDevice;
  let foreignDevice: SettingDevice;
  let foreign: { snapshotId: number; changeId: string; updateId: string; rolloutId: number };
  let ownSnapshot = 0;

  /** Changes a site until it has so many snapshots. Returns the id of the newest change. */
  async function makeHistory(token: string, id: number, of: SettingDevice, snapshotCount: number) {
    let changeId = "";
    for (let value = 100; value < 100 + snapshotCount; value++) {
      changeId = crypto.randomUUID();
      const input = { id, changeId, items: [{ address: REGISTER, value }] };
      expect((await call(token, CHANGE, input)).status).toBe(200);
      await of.answerAll();
    }
    const { body } = await call(token, "/site/v2/setting/snapshots", { id });
    const { list } = body.data as { list: { snapshotId: number }[] };
    return { changeId, snapshotId: Math.max(...list.map(({ snapshotId }) => snapshotId)) };
  }

  beforeAll(async () => {
    owner = await signIn("owner");
    stranger = await signIn("stranger");
    device = await connectDevice(ALPHA);
    foreignDevice = await connectDevice(FOREIGN);
    const own = await makeHistory(owner, ALPHA, device, 2);
    ownSnapshot = own.snapshotId;
    const history = await makeHistory(stranger, FOREIGN, foreignDevice, 5);
    expect(history.snapshotId).toBeGreaterThan(own.snapshotId);
    const updateId = crypto.randomUUID();
    const update = { id: FOREIGN, updateId, address: INVERTER, releaseId, install: false };
    expect((await call(stranger, "/site/v2/equipment/remote/update", update)).status).toBe(200);
    foreignDevice.logger.send({ cmd: 353, id: updateId, status: 200, state: "transferred" });
    await foreignDevice.logger.settle();
    const task = { kind: "settings", items: [{ address: REGISTER, value: 20 }] };
    const added = await call(stranger, "/site/v2/rollout/add", { task, siteIds: [FOREIGN] });
    const { rolloutId } = added.body.data as { rolloutId: number };
    foreign = { ...history, updateId, rolloutId };
  });

  const ABSENT_IDS = {
    snapshotId: 9_999,
    changeId: "5b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d11",
    updateId: "5b7f5f0c-7a51-4f0e-8f5f-3f1b8a6f2d12",
    rolloutId: 9_999,
  };
  type Ids = typeof ABSENT_IDS;

  /** All calls that take such an id. */
  const callsWith = (ids: Ids, id = ALPHA): readonly [path: string, input: object][] => {
    const { snapshotId, changeId, updateId, rolloutId } = ids;
    return [
      ["/site/v2/setting/snapshot", { id, snapshotId }],
      ["/site/v2/setting/diff", { id, from: snapshotId }],
      ["/site/v2/setting/diff", { id, from: ownSnapshot, to: snapshotId }],
      ["/site/v2/setting/restore", { id, snapshotId }],
      ["/site/v2/setting/changes", { id, changeId }],
      ["/site/v2/setting/seen", { id, changeIds: [changeId] }],
      ["/site/v2/equipment/remote/update/confirm", { id, updateId }],
      ["/site/v2/rollout/get", { rolloutId }],
      ["/site/v2/rollout/start", { rolloutId }],
      ["/site/v2/rollout/approve", { rolloutId }],
      ["/site/v2/rollout/stop", { rolloutId }],
      ["/site/v2/rollout/undo", { rolloutId }],
    ];
  };

  async function answersOf(token: string, calls: ReturnType<typeof callsWith>) {
    const answers: unknown[] = [];
    for (const [path, input] of calls) {
      const { status, body } = await call(token, path, input);
      answers.push({ path, status, body });
    }
    return answers;
  }

  test("are answered exactly like ids that do not exist", async () => {
    const absent = await answersOf(owner, callsWith(ABSENT_IDS));
    const found = absent.map((one) => (one as { status: number }).status);
    expect(found).toEqual([404, 404, 404, 404, 200, 200, 404, 404, 404, 404, 404, 404]);
    expect(absent).toContainEqual(
      expect.objectContaining({
        body: expect.objectContaining({ data: { total: 0, list: [], faults: 0 } }),
      }),
    );
    expect(await answersOf(owner, callsWith(foreign))).toEqual(absent);
    // Their own user finds them, so that the answers above are not those of any id.
    const known = await answersOf(stranger, callsWith(foreign, FOREIGN).slice(0, 2));
    expect(known).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  test("are answered exactly like those of an absent site where their site is named", async () => {
    const named = await answersOf(owner, callsWith(foreign, FOREIGN));
    expect(named).toEqual(await answersOf(owner, callsWith(foreign, ABSENT)));
    expect(named.every((one) => (one as { status: number }).status === 404)).toBe(true);
  });

  test("name a new change of one's own site, and leave the other's as it is", async () => {
    const record = async () => {
      const query = { page: 1, size: 1, changeId: foreign.changeId };
      return (await siteStub(FOREIGN).readChanges(query)).changes;
    };
    const before = await record();
    const input = {
      id: ALPHA,
      changeId: foreign.changeId,
      items: [{ address: REGISTER, value: 55 }],
    };
    const { status, body } = await call(owner, CHANGE, input);
    expect([status, body.data]).toMatchObject([200, { by: "The owner", items: [{ value: 55 }] }]);
    await device.answerAll();
    expect(device.values[REGISTER]).toBe(55);
    expect(await record()).toEqual(before);
  });

  test("that are forged are refused, and never a fault of the portal", async () => {
    const forged: unknown[] = [
      ...[0, -1, 1.5, 2 ** 53, 1e308, "1", "", "../4", "' or 1=1 --", true],
      ...[[1], [], {}, { $gt: 0 }, "\u0000", "x".repeat(3_000)],
    ];
    const accepted: unknown[] = [];
    for (const value of forged) {
      const ids = { snapshotId: value, changeId: value, updateId: value, rolloutId: value };
      for (const answer of await answersOf(owner, callsWith(ids as Ids))) {
        const { path, status } = answer as { path: string; status: number };
        if (status !== 400 && status !== 422) accepted.push([path, value, status]);
      }
      await env.DB.exec("delete from write_budgets");
    }
    expect(accepted).toEqual([]);
  });

  test("and one's own reveal and change nothing for tokens of other sites, monitors, links and the demo account", async () => {
    const makeToken = async (scope: string, siteId: number) => {
      const input = { name: scope, scope, siteIds: [siteId], days: 1 };
      const { body } = await call(owner, "/user/v2/token/add", input);
      return (body.data as { token: string }).token;
    };
    await callAs(owner, "/site/v2/share/add", { siteId: ALPHA, locationHide: 1 });
    const shared = await callAs(owner, "/site/v2/share/getBySiteId", { siteId: ALPHA });
    const { account } = shared.body.data as { account: string };
    const link = await callApi("/auth/v2/shareLogin", { tk: account });
    const callers: Record<string, string> = {
      "token of another site": await makeToken("manage", 2),
      "token that reads": await makeToken("read", ALPHA),
      monitor: await signIn("monitor"),
      demo: await signIn("demo"),
      link: (link.body.data as { token: string }).token,
      stranger,
    };
    const changeId = crypto.randomUUID();
    const items = [{ address: REGISTER, value: 66 }];
    const writing: [string, object][] = [
      [CHANGE, { id: ALPHA, changeId, items }],
      ["/site/v2/equipment/remote/control", { id: ALPHA, changeId, what: "generator", value: 1 }],
      ["/site/v2/equipment/remote/clocksync", { id: ALPHA, changeId }],
      [
        "/site/v2/equipment/remote/update",
        { id: ALPHA, updateId: changeId, address: INVERTER, releaseId },
      ],
      ["/site/v2/equipment/remote/update/all", { id: ALPHA }],
      ["/site/v2/setting/lock", { id: ALPHA, locked: true }],
      ["/site/v2/setting/password/set", { id: ALPHA, password: "winter solstice" }],
    ];
    const { changes } = await siteStub(ALPHA).readChanges({ page: 1, size: 1 });
    const ownChange = changes[0]?.changeId ?? "";
    const own = { ...foreign, snapshotId: ownSnapshot, changeId: ownChange };
    const frames = device.logger.inbox.filter(({ cmd }) => CHANGING.includes(cmd)).length;
    for (const [who, token] of Object.entries(callers)) {
      const bySite = 7;
      const real = await answersOf(token, callsWith(own).slice(0, bySite));
      const absent = await answersOf(token, callsWith(ABSENT_IDS).slice(0, bySite));
      expect([who, real]).toEqual([who, absent]);
      const statuses = [...real, ...(await answersOf(token, writing))].map(
        (one) => (one as { status: number }).status,
      );
      expect([who, statuses.filter((status) => status !== 403 && status !== 404)]).toEqual([
        ...[who, []],
      ]);
    }
    for (const who of [MONITOR, SHARE, { demo: true, session: "demo" }]) {
      const { viewer } = await watch(ALPHA, who);
      const item = { commandId: crypto.randomUUID(), address: REGISTER, value: 66 };
      for (const [cmd, body] of [
        [320, item],
        [322, { items: [item] }],
        [324, item],
      ] as const)
        expect(await viewer.ask(cmd, body)).toMatchObject({ cmd: 511, body: { status: 403 } });
    }
    await device.answerAll();
    expect(device.logger.inbox.filter(({ cmd }) => CHANGING.includes(cmd))).toHaveLength(frames);
  });
});
