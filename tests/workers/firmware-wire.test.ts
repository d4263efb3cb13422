import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Manifest } from "#domain/firmware/manifest.ts";
import { MINUTE_MS, SECOND_MS } from "#domain/units/durations.ts";
import { startUpdate } from "#operations/firmware/start-update.ts";
import { runOperation } from "#operations/operation.ts";
import { changeSettings } from "#operations/settings/changes.ts";
import { planRestoration } from "#operations/settings/snapshots.ts";
import { readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import type { FilePart, PartRequest } from "#simulator/firmware/fetch-part.ts";
import { openOnce, slotsInMemory } from "#simulator/firmware/slot-flash.ts";
import { keepInMemory } from "#simulator/logger/flash.ts";
import { FleetClock } from "#simulator/logger/fleet-clock.ts";
import type { Dial } from "#simulator/logger/link.ts";
import { PretendLogger } from "#simulator/logger/pretend-logger.ts";
import { ConfiguredPlant } from "#simulator/plant/configured-plant.ts";
import { SimulatedPlant } from "#simulator/plant/simulated-plant.ts";
import { identifyApiCaller } from "#workers/request-scope/caller.ts";
import { house } from "../support/any-plant.ts";
import { ORIGIN, signIn } from "../support/call-api.ts";
import {
  describeFirmware,
  firmwareBytes,
  makeFirmwareKey,
  signManifest,
  storeRelease,
  type TestKey,
} from "../support/firmware.ts";
import { ALPHA, BETA, FOREIGN, GAMMA, secretOf, seedUsers } from "../support/seed-users.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { siteStub, upgradeLogger } from "../support/site-logger.ts";
import { testContext } from "../support/test-context.ts";

// The logger of the simulator and the portal update a component together, with the file route between them.

const ADDRESS = "003311";
const AUTHOR = { id: 1, name: "Olga Owner" };
/** A claimed site and the serial number of its logger; tests that need a new one have their own. */
type Site = { siteId: number; serial: string };
const SITES = {
  alpha: { siteId: ALPHA, serial: "ALPHA-01" },
  beta: { siteId: BETA, serial: "BETA-0001" },
  gamma: { siteId: GAMMA, serial: "GAMMA-001" },
  foreign: { siteId: FOREIGN, serial: "OTHER-001" },
} satisfies Record<string, Site>;
const CHUNK = 65_536;
const bytes = firmwareBytes(3 * CHUNK + 17);
const PLACE = { latitude: 52.5, longitude: 13.4, altitude: 40, timeZone: "Europe/Berlin" };
let clock: ReturnType<typeof freezeSiteClock>;
let key: TestKey;
let sequence = 10;

beforeAll(async () => {
  await seedUsers();
  key = await makeFirmwareKey();
});
beforeEach(() => {
  clock = freezeSiteClock();
  isReachable = true;
});
afterEach(() => clock.release());

const context = () => ({
  ...testContext(clock.now()),
  firmwareKeys: readFirmwareKeys(key.publicKey),
});

let isReachable = true;

const dialTo =
  ({ siteId, serial }: Site): Dial =>
  (_, events) => {
    let socket: WebSocket | null = null;
    if (!isReachable) {
      setTimeout(() => events.ended({ reason: "HTTP 503", refused: 503 }));
      return { send: () => {}, close: () => {}, cut: () => {}, pause: () => {}, resume: () => {} };
    }
    void upgradeLogger(siteId, serial).then((response) => {
      socket = response.webSocket;
      socket?.accept();
      socket?.addEventListener("message", ({ data }) => events.received(String(data)));
      socket?.addEventListener("close", ({ code }) => events.ended({ reason: "closed", code }));
      events.opened();
    });
    return {
      send: (text) => socket?.send(text),
      close: () => socket?.close(),
      cut: () => socket?.close(),
      pause: () => {},
      resume: () => {},
    };
  };

/** Fetches a part as the logger does, from the portal's own route. */
async function fetchPart(
  serial: string,
  { url, offset, length, etag }: PartRequest,
): Promise<FilePart> {
  const response = await exports.default.fetch(ORIGIN + url, {
    headers: {
      Authorization: `Basic ${btoa(`${serial}:${secretOf(serial)}`)}`,
      Range: `bytes=${offset}-${offset + length - 1}`,
      "If-Match": etag,
    },
  });
  return {
    status: response.status,
    etag: response.headers.get("ETag"),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

type Answer = (request: PartRequest, nth: number) => Promise<FilePart | null>;

/** A logger whose flash and devices outlive a loss of power. */
function makeWorld(site: Site) {
  const { siteId, serial } = site;
  const stub = siteStub(siteId);
  const flash = keepInMemory();
  const slots = openOnce(slotsInMemory);
  const requests: PartRequest[] = [];
  const served: { answer: Answer } = { answer: (request) => fetchPart(serial, request) };
  const device = new ConfiguredPlant(
    new SimulatedPlant(house, PLACE, 1, clock.now()),
    { systemType: "10003", systemCode: 5 },
    "all",
  );
  const open = () =>
    new PretendLogger({
      identity: { serial, secret: "", systemType: "10003", systemCode: 5 },
      plant: device,
      device,
      clock: new FleetClock({ now: () => clock.now(), startAt: clock.now() }),
      dial: dialTo(site),
      flash,
      random: () => 0,
      firmware: {
        keys: readFirmwareKeys(key.publicKey),
        slotsOf: slots,
        fetch: async (_, request) => {
          requests.push(request);
          return served.answer(request, requests.length);
        },
      },
    });
  let logger = open();
  const pass = async (ms: number, step = SECOND_MS) => {
    for (let passed = 0; passed < ms; passed += step) {
      clock.forward(step);
      logger.tick();
      // What the logger sent is stored and answered within the same step, however slow the machine is.
      await runInDurableObject(stub, () => {});
      await new Promise((resolve) => setTimeout(resolve));
    }
    await runDurableObjectAlarm(stub);
  };
  /** Lets time pass until something holds. */
  const until = async (holds: () => Promise<boolean> | boolean, limit = 20 * MINUTE_MS) => {
    for (let passed = 0; !(await holds()); passed += SECOND_MS) {
      if (passed > limit) throw new Error("it does not happen");
      await pass(SECOND_MS);
    }
  };
  return {
    ...{ device, requests, served, pass, until },
    isOnline: () => logger.state === "online",
    /** Cuts the power and starts the logger again. */
    restart() {
      logger.behave({ verb: "kill" });
      logger = open();
    },
    stop: () => logger.behave({ verb: "kill" }),
    /** Connects the logger with the portal, or cuts it off. */
    reach(can: boolean) {
      isReachable = can;
      if (!can) logger.behave({ verb: "drop" });
    },
  };
}

async function publish(fields: Partial<Manifest> = {}, content = bytes) {
  sequence += 1;
  const manifest = describeFirmware(
    content,
    {
      models: [house.inverter.model],
      version: `5.${sequence}`,
      from: ["5.x"],
      sequence,
      ...fields,
    },
    clock.now(),
  );
  return {
    manifest,
    releaseId: await storeRelease(env, manifest, await signManifest(manifest, key), content),
  };
}

async function begin({ siteId }: Site, releaseId: number) {
  const updateId = crypto.randomUUID();
  const order = { siteId, updateId, address: ADDRESS, releaseId, installs: true };
  const result = await startUpdate(context(), order, AUTHOR);
  expect(result).toMatchObject({ ok: true });
  return {
    read: async () => siteStub(siteId).readUpdate(updateId),
    async state() {
      return (await this.read())?.state;
    },
    async result() {
      return (await this.read())?.result;
    },
  };
}

/**
 * Lets the equipment be healthy for so long that the update is a success. The probation begins when the portal has seen
 * the restarted logger, which takes longer on a slow machine.
 */
async function prove(
  world: ReturnType<typeof makeWorld>,
  update: Awaited<ReturnType<typeof begin>>,
) {
  await world.pass(11 * MINUTE_MS, 5 * SECOND_MS);
  await world.pass(2 * MINUTE_MS, 5 * SECOND_MS);
  await world.until(async () => (await update.result()) !== null);
}

test("the simulator is updated by the portal, and what the update cleared is drift that a restoration puts back", async () => {
  const world = makeWorld(SITES.alpha);
  const site = siteStub(ALPHA);
  const described = world.device.equipment.find(({ address }) => address === ADDRESS);
  const changed = new Map<string, number>();
  for (const { register, access } of described?.registers ?? []) {
    const setting = world.device.settingOf(ADDRESS + register);
    const { max, step = 1, options } = setting?.limits ?? {};
    if (access !== "rw" || setting?.section !== "load" || max === undefined || options) continue;
    if (setting.danger !== undefined || setting.group !== undefined) continue;
    // All by one step, so that rules between them hold.
    const value = Number(world.device.read(setting.address)) + step;
    if (value > max) continue;
    world.device.edit(setting.address, value);
    changed.set(setting.address, value);
  }
  expect(changed.size).toBeGreaterThan(0);
  await world.until(world.isOnline);
  // The settings were never read, and are at once, while the file is on its way.
  const isRead = async () =>
    (await site.listSnapshots()).some(({ reason }) => reason === "first connection");
  expect(await isRead()).toBe(false);
  world.served.answer = async (request) =>
    (await isRead())
      ? fetchPart(SITES.alpha.serial, request)
      : { status: 503, etag: null, bytes: new Uint8Array() };
  world.device.manner = { kind: "clears" };
  const { manifest, releaseId } = await publish();
  const update = await begin(SITES.alpha, releaseId);
  const begunAt = clock.now();
  let readAt: number | null = null;
  const states = new Set<string>();
  await world.until(async () => {
    states.add((await update.state()) ?? "");
    if (await isRead()) readAt ??= clock.now();
    return states.has("restarting");
  });
  expect((readAt ?? Number.NaN) - begunAt).toBeLessThan(MINUTE_MS);
  expect([...states].filter((state) => state !== "transferred")).toEqual([
    ...["requested", "transferring", "installing", "restarting"],
  ]);
  await prove(world, update);
  expect(await update.read()).toMatchObject({ result: "success", version: manifest.version });
  world.device.manner = { kind: "normal" };

  const drifted = async () =>
    ((await site.readSettings("s"))?.settings ?? []).filter(({ drift }) => drift !== null);
  const lost = new Map((await drifted()).map(({ address, drift }) => [address, drift?.from]));
  for (const [address, value] of changed)
    expect([address, lost.get(address)]).toEqual([address, value]);
  const [before] = (await site.listSnapshots()).filter(({ reason }) => reason !== "after firmware");
  const token = await signIn("owner");
  const request = new Request(ORIGIN, { headers: { Authorization: token } });
  const caller = await identifyApiCaller(request, context());
  const input = { id: ALPHA, snapshotId: before?.snapshotId ?? 0 };
  const { changes } = await runOperation(planRestoration, input, caller, context());
  for (const { items } of changes) {
    const change = { id: ALPHA, changeId: crypto.randomUUID(), items, confirmWear: {} };
    await runOperation(changeSettings, change, caller, context());
    await world.pass(20 * SECOND_MS);
  }
  for (const [address, value] of changed)
    expect([address, world.device.read(address)]).toEqual([address, value]);
  expect((await drifted()).filter(({ address }) => changed.has(address))).toEqual([]);
  world.stop();
});

test("a loss of power at each chunk, at the installation and in the probation costs a chunk at most", async () => {
  const world = makeWorld(SITES.beta);
  await world.until(world.isOnline);
  const { manifest, releaseId } = await publish();
  const cuts = new Set<number>();
  // The power fails while a part is on its way, once for each.
  world.served.answer = async (request) => {
    const part = await fetchPart(SITES.beta.serial, request);
    if (!cuts.has(request.offset)) world.restart();
    cuts.add(request.offset);
    return part;
  };
  const update = await begin(SITES.beta, releaseId);
  await world.until(async () => (await update.state()) === "installing");
  world.restart();
  await world.until(async () => (await update.state()) === "restarting");
  await world.until(world.isOnline);
  world.restart();
  await world.until(world.isOnline);
  await prove(world, update);
  expect(await update.result()).toBe("success");
  const chunks = manifest.chunks.map((_, place) => place);
  expect(world.requests.map(({ offset }) => offset / CHUNK)).toEqual(
    chunks.flatMap((place) => [place, place]),
  );
  world.stop();
});

test.each([
  ["a release that is revoked meanwhile", (releaseId: number) => revoke(releaseId)],
  ["a file that is replaced meanwhile", (_: number, hash: string) => replace(hash)],
])("%s ends the transfer, and nothing is installed", async (_, interfere) => {
  const world = makeWorld(SITES.gamma);
  await world.until(world.isOnline);
  const { manifest, releaseId } = await publish();
  world.served.answer = async (request, nth) => {
    if (nth === 3) await interfere(releaseId, manifest.sha256);
    return fetchPart(SITES.gamma.serial, request);
  };
  const update = await begin(SITES.gamma, releaseId);
  await world.until(async () => (await update.result()) !== null);
  expect(await update.read()).toMatchObject({
    ...{ result: "failed", message: "The portal answered 404." },
  });
  expect(world.requests).toHaveLength(3);
  world.stop();
});

const revoke = (releaseId: number) =>
  env.DB.prepare("update firmware_releases set revoked_at = 1 where id = ?").bind(releaseId).run();
const replace = (hash: string) => env.FILES.put(`firmware/${hash}`, bytes.with(0, 77));

test("an interrupted server, and one without ranges, delay a transfer and do not end it", async () => {
  const world = makeWorld(SITES.gamma);
  await world.until(world.isOnline);
  const { releaseId } = await publish();
  const failed = { status: 503, etag: null, bytes: new Uint8Array() };
  world.served.answer = async (request, nth) => {
    if (nth === 2 || nth === 4) return nth === 2 ? failed : null;
    if (nth < 6) return fetchPart(SITES.gamma.serial, request);
    const whole = await fetchPart(SITES.gamma.serial, {
      ...request,
      offset: 0,
      length: bytes.length,
    });
    return { ...whole, status: 200 };
  };
  const update = await begin(SITES.gamma, releaseId);
  await world.until(async () => (await update.state()) === "restarting");
  expect(world.requests.map(({ offset }) => offset / CHUNK)).toEqual([0, 1, 1, 2, 2, 3]);
  world.stop();
});

test("a fault with the new version brings the old one back, also if the portal knows it only later", async () => {
  const world = makeWorld(SITES.foreign);
  await world.until(world.isOnline);
  const versionOf = () =>
    world.device.equipment.find(({ address }) => address === ADDRESS)?.versions?.dsp;
  const old = versionOf();
  const { releaseId } = await publish();
  const update = await begin(SITES.foreign, releaseId);
  await world.until(async () => (await update.state()) === "restarting");
  world.reach(false);
  await world.pass(75 * MINUTE_MS, 5 * SECOND_MS);
  expect(await update.result()).toBe("unknown");
  world.reach(true);
  await world.until(world.isOnline);
  await world.until(async () => (await update.result()) !== "unknown");
  expect(await update.read()).toMatchObject({ result: "rolled back" });
  expect(versionOf()).toBe(old);
  world.stop();
});
