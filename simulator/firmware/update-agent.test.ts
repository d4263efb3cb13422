import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Manifest } from "#domain/firmware/manifest.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import { readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { house } from "../../tests/support/any-plant.ts";
import {
  describeFirmware,
  firmwareBytes,
  makeFirmwareKey,
  signManifest,
} from "../../tests/support/firmware.ts";
import { START, setUpLogger } from "../../tests/support/tabletop-logger.ts";
import { keepInMemory } from "../logger/flash.ts";
import { ConfiguredPlant } from "../plant/configured-plant.ts";
import { SimulatedPlant } from "../plant/simulated-plant.ts";
import { simulatedPlant } from "../plant-profile.ts";
import type { FilePart, PartRequest } from "./fetch-part.ts";
import { openOnce, slotsInMemory } from "./slot-flash.ts";

const CHUNK = 65_536;
const BYTES = firmwareBytes(3 * CHUNK + 17);
const PLACE = { latitude: 40, longitude: -4, altitude: 600, timeZone: "Europe/Madrid" };
/** Maximum number of turns of the event loop until an answer. */
const MAX_TURNS = 100_000;
const NOTHING = { etag: null, bytes: new Uint8Array() };

type Answer = (request: PartRequest, nth: number) => FilePart | null;

const partOf = ({ offset, length, etag }: PartRequest): FilePart => ({
  status: 206,
  etag,
  bytes: BYTES.subarray(offset, offset + length),
});

/** A logger that is online, the key that it trusts, and a portal that serves a file. */
async function setUp(fields: Partial<Manifest> = {}) {
  const key = await makeFirmwareKey();
  const flash = keepInMemory();
  const slotsOf = openOnce(slotsInMemory);
  const requests: PartRequest[] = [];
  const server: { answer: Answer } = { answer: partOf };
  const manifest = describeFirmware(
    BYTES,
    {
      ...{ models: [house.inverter.model], version: "5.03", from: ["5.x"] },
      ...fields,
    },
    START,
  );
  const open = () => {
    const device = new ConfiguredPlant(
      new SimulatedPlant(simulatedPlant.parse(house), PLACE, 1, START),
    );
    const world = setUpLogger({
      flash,
      device,
      firmware: {
        keys: readFirmwareKeys(key.publicKey),
        slotsOf,
        fetch: async (_, request) => {
          requests.push(request);
          return server.answer(request, requests.length);
        },
      },
    });
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        world.pass(1_000);
        await setImmediate();
      }
    };
    /** Sends a request whose answer depends on real work of the processor, and waits for it at one instant. */
    const ask = async (message: { id: string; [field: string]: unknown }) => {
      world.portal.send(message);
      const isAnswered = () =>
        world.portal.inbox.some(
          (one) => "status" in one && one.id === message.id && one.status !== undefined,
        );
      for (let turn = 0; turn < MAX_TURNS && !isAnswered(); turn += 1) {
        await setImmediate();
        world.settle();
      }
    };
    const states = () =>
      world.portal.take(COMMAND.firmwareProgress).map(({ status, state }) => state ?? status);
    const version = () =>
      world.portal
        .take(COMMAND.connect)
        .at(-1)
        ?.equipment.find(({ address }) => address === "003311")?.versions?.dsp;
    return { ...world, device, pass, ask, states, version };
  };
  const transfer = async (more: object = {}) => ({
    ...{ cmd: COMMAND.firmwareTransfer, id: "u", address: "003311" },
    ...(await signManifest(manifest, key)),
    ...{ url: `/files/firmware/${manifest.sha256}`, expires: START + MINUTE_MS, ...more },
  });
  const install = (more: object = {}) => ({
    ...{ cmd: COMMAND.firmwareUpdate, id: "i", address: "003311", of: "u" },
    ...{ expires: START + 60 * MINUTE_MS, ...more },
  });
  return { open, transfer, install, requests, server, manifest };
}

/** Brings a logger to the first start of its new version. */
async function updated() {
  const world = await setUp();
  const logger = world.open();
  await logger.pass(1_000);
  expect(logger.version()).toBe("5.02");
  await logger.ask(await world.transfer());
  await logger.pass(8_000);
  logger.portal.send(world.install());
  await logger.pass(10_000);
  return { ...world, ...logger };
}

test("a release is transferred in parts, installed, and confirmed after ten healthy minutes", async () => {
  const { portal, states, version, pass, requests, manifest } = await updated();
  expect(requests.map(({ offset, length }) => [offset, length])).toEqual([
    [0, CHUNK],
    [CHUNK, CHUNK],
    [2 * CHUNK, CHUNK],
    [3 * CHUNK, 17],
  ]);
  expect(new Set(requests.map(({ etag }) => etag))).toEqual(new Set([`"${manifest.sha256}"`]));
  expect(portal.take(COMMAND.firmwareUpdateAnswer)).toEqual([
    { cmd: COMMAND.firmwareUpdateAnswer, id: "i", status: 200 },
  ]);
  expect(version()).toBe("5.03");
  expect([...new Set(states())]).toEqual([
    ...[200, "transferring", "transferred", "installing", "restarting"],
  ]);
  await pass(9 * MINUTE_MS);
  expect(states()).toEqual([]);
  await pass(2 * MINUTE_MS);
  expect(states()).toEqual(["done"]);
});

test("a fault of the equipment during the probation brings the version before back", async () => {
  const { device, states, version, pass } = await updated();
  await pass(MINUTE_MS);
  states();
  expect(version()).toBe("5.03");
  device.impose({ kind: "inverter-fault" });
  await pass(MINUTE_MS);
  expect(states()).toContain("rolled back");
  expect(version()).toBe("5.02");
});

test("a logger that is not online in time with the new version returns to the one before", async () => {
  const { logger, portal, states, version, pass } = await updated();
  expect(version()).toBe("5.03");
  portal.refusal = { reason: "HTTP 503", refused: 503 };
  logger.behave({ verb: "drop" });
  await pass(31 * MINUTE_MS);
  portal.refusal = null;
  states();
  await pass(6 * MINUTE_MS);
  expect(states().at(-1)).toBe("rolled back");
  expect(version()).toBe("5.02");
});

test("after a loss of power the transfer continues where it stopped", async () => {
  const { open, transfer, requests, server, install } = await setUp();
  const first = open();
  await first.pass(1_000);
  server.answer = (request, nth) => (nth > 2 ? null : partOf(request));
  await first.ask(await transfer());
  await first.pass(2_000);
  server.answer = partOf;
  const second = open();
  await second.pass(8_000);
  expect(second.states().at(-1)).toBe("transferred");
  expect(requests.map(({ offset }) => offset / CHUNK)).toEqual([0, 1, 2, 2, 3]);
  second.portal.send(install());
  await second.pass(10_000);
  expect(second.version()).toBe("5.03");
});

test.each([
  ["404 ends it", { status: 404, ...NOTHING }, 1],
  ["410 ends it", { status: 410, ...NOTHING }, 1],
  ["503 is tried five times", { status: 503, ...NOTHING }, 5],
  ["no answer is tried five times", null, 5],
  ["another entity tag ends it", { status: 206, etag: '"x"', bytes: BYTES.subarray(0, CHUNK) }, 1],
  ["a wrong part is tried five times", "wrong", 5],
  ["an empty part is tried five times", "empty", 5],
  ["200 with another file ends it", { status: 200, etag: '"x"', bytes: BYTES }, 1],
  ["200 with a part of the file ends it", "short", 1],
] as const)("%s", async (_, answer, attempts) => {
  const { open, transfer, requests, server } = await setUp();
  const logger = open();
  server.answer = (request) => {
    const part = partOf(request);
    if (answer === "wrong") return { ...part, bytes: part.bytes.map((byte) => byte ^ 1) };
    if (answer === "empty") return { ...part, bytes: new Uint8Array() };
    return answer === "short" ? { ...part, status: 200 } : answer;
  };
  await logger.pass(1_000);
  await logger.ask(await transfer());
  await logger.pass(3 * MINUTE_MS);
  expect(requests).toHaveLength(attempts);
  expect(logger.states().at(-1)).toBe("failed");
});

test("a server without ranges sends the whole file, which is fetched once", async () => {
  const { open, transfer, requests, server } = await setUp();
  const logger = open();
  server.answer = ({ etag }) => ({ status: 200, etag, bytes: BYTES });
  await logger.pass(1_000);
  await logger.ask(await transfer());
  await logger.pass(5_000);
  expect(requests).toHaveLength(1);
  expect(logger.states().at(-1)).toBe("transferred");
});

test.each([
  ["another model", { models: ["K9"] }, 403],
  ["another type", { typeCode: "008B" }, 403],
  ["a version that is not listed", { from: ["4.x"] }, 426],
  ["the version that runs", { version: "5.02" }, 426],
  ["a release that is not valid yet", { notBefore: START + MINUTE_MS }, 403],
  ["an expired release", { expires: START - 1 }, 403],
  ["inverters that run", { whenOff: true }, 409],
  ["a low battery", { minSoc: 100 }, 409],
] as const)("the logger itself refuses %s", async (_, fields, status) => {
  const { open, transfer, requests } = await setUp(fields as Partial<Manifest>);
  const logger = open();
  await logger.pass(1_000);
  await logger.ask(await transfer());
  await logger.pass(2_000);
  expect(logger.states()).toEqual([status]);
  expect(requests).toEqual([]);
});

test("the logger refuses a wrong signature, a foreign key and an expired request", async () => {
  const { open, transfer } = await setUp();
  const other = await setUp({ version: "5.04" });
  const logger = open();
  await logger.pass(1_000);
  const { manifest: foreign, ...rest } = await other.transfer();
  const own = await transfer();
  await logger.ask({ ...own, id: "a", manifest: foreign });
  await logger.ask({ ...rest, id: "b", manifest: foreign });
  await logger.ask({ ...own, id: "c", expires: START - 1 });
  await logger.ask({ ...own, id: "d", manifest: "e30" });
  await logger.pass(2_000);
  const answers = logger.portal.take(COMMAND.firmwareProgress);
  expect(answers.map(({ id, status }) => [id, status]).sort()).toEqual([
    ["a", 403],
    ["b", 403],
    ["c", 409],
    ["d", 403],
  ]);
});

test("only what was transferred is installed, and a report is sent again after a reconnection", async () => {
  const { open, transfer, install } = await setUp();
  const logger = open();
  await logger.pass(1_000);
  logger.portal.send(install());
  await logger.pass(1_000);
  expect(logger.portal.take(COMMAND.firmwareUpdateAnswer)[0]?.status).toBe(404);
  await logger.ask(await transfer());
  await logger.pass(8_000);
  expect(logger.states().at(-1)).toBe("transferred");
  logger.logger.behave({ verb: "drop" });
  await logger.pass(40_000);
  expect(logger.states()).toEqual(["transferred"]);
  logger.portal.send(install({ id: "late", expires: START }));
  await logger.pass(1_000);
  expect(logger.portal.take(COMMAND.firmwareUpdateAnswer)[0]?.status).toBe(409);
});

test("an older release is refused after an update", async () => {
  const { pass, ask, states, transfer } = await updated();
  await pass(11 * MINUTE_MS);
  expect(states().at(-1)).toBe("done");
  await ask(await transfer({ id: "again", expires: START + 60 * MINUTE_MS }));
  await pass(2_000);
  expect(states()).toEqual([426]);
});
