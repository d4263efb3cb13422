import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { advanceRollouts } from "#operations/jobs/advance-rollouts.ts";
import { readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { contextOf } from "#workers/services.ts";
import { callAs, signIn } from "../support/call-api.ts";
import {
  describeFirmware,
  firmwareBytes,
  makeFirmwareKey,
  signManifest,
  storeRelease,
} from "../support/firmware.ts";
import { ALPHA, BETA, seedUsers } from "../support/seed-users.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { type Frame, type LoggerSocket, openLogger } from "../support/site-logger.ts";
import { ring } from "../support/viewer-socket.ts";

type Value = number | string | null;
type Write = { address: string; value: Value };

const STEP_MS = 60_000;
const DEVICE = "7E4401";
const at = (register: string) => `${DEVICE}${register}`;
const register = (number: string, order: number) => ({
  ...{ register: number, name: `parameter ${number}`, kind: "setting", access: "rw" },
  ...{ min: 0, max: 500, step: 1, precision: 0, order },
});
/** A device of a type that no catalogue knows. */
const equipment = [
  {
    ...{ address: DEVICE, typeCode: "7E44", model: "X-1", versions: { dsp: "1.0" } },
    registers: [register("0004", 1), register("0005", 2)],
  },
];

/** A logger written from the published protocol alone. It answers each request as soon as it arrives. */
class ContractLogger {
  readonly values: Record<string, Value> = { [at("0004")]: 10, [at("0005")]: 10 };
  readonly siteId: number;
  /** Requests of the portal, in order. */
  readonly frames: Frame[] = [];
  readonly refused = new Map<string, Value>();
  readonly silent = new Set<number>();
  readonly #serial: string;
  readonly #features: readonly string[];
  #socket: LoggerSocket | null = null;

  constructor(siteId: number, serial: string, features: readonly string[]) {
    this.siteId = siteId;
    this.#serial = serial;
    this.#features = features;
  }

  get socket(): LoggerSocket {
    if (this.#socket === null) throw new Error("not connected");
    return this.#socket;
  }

  async connect(): Promise<void> {
    this.#socket?.socket.close(1000);
    const [serial, features] = [this.#serial, this.#features];
    const opened = await openLogger(this.siteId, serial);
    this.#socket = opened;
    opened.socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(String(data))));
    const fields = { id: "c", protocol: 1, serial, systemType: "10001", events: [] };
    const answer = await opened.ask({ cmd: 258, ...fields, features, equipment });
    expect(answer).toMatchObject({ cmd: 259, id: "c", status: 200 });
  }

  /** Lets the portal take in everything, and returns its new requests of some kinds. */
  async requests(...commands: number[]): Promise<Frame[]> {
    for (let count = -1; count !== this.frames.length; ) {
      count = this.frames.length;
      clock.forward(100);
      await this.socket.settle();
      await this.socket.settle();
    }
    return this.frames.splice(0).filter(({ cmd }) => commands.includes(cmd));
  }

  #take(frame: Frame): void {
    if (![320, 326, 336, 352, 354].includes(frame.cmd)) return;
    this.frames.push(frame);
    const answer = this.silent.has(frame.cmd) ? null : this.#answer(frame);
    if (answer !== null) this.socket.send({ cmd: frame.cmd + 1, id: frame.id, ...answer });
  }

  #answer(frame: Frame): object | null {
    if (frame.cmd === 336) {
      const read = (frame.addresses as string[]).map((one) => [one, this.values[one] ?? null]);
      return { status: 200, at: clock.now(), values: Object.fromEntries(read) };
    }
    if (frame.cmd === 320) return this.#write(frame as unknown as Write);
    return frame.cmd === 326 ? { status: 200 } : null;
  }

  #write({ address, value }: Write): object {
    const isRefused = this.refused.has(address) && this.refused.get(address) === value;
    if (!isRefused) this.values[address] = value;
    const result = isRefused ? "configuration failed" : "success";
    return { status: isRefused ? 500 : 200, result, value: this.values[address] };
  }
}

let clock: ReturnType<typeof freezeSiteClock>;
let token: string;
let key: Awaited<ReturnType<typeof makeFirmwareKey>>;
const alpha = new ContractLogger(ALPHA, "ALPHA-01", ["revert", "firmware"]);

beforeAll(async () => {
  await seedUsers();
  key = await makeFirmwareKey();
  clock = freezeSiteClock();
});
// What a test puts into the context ends with it.
beforeEach(async () => {
  clock = freezeSiteClock(clock.now());
  Object.assign(contextOf(env), {
    now: () => clock.now(),
    firmwareKeys: readFirmwareKeys(key.publicKey),
  });
  token = await signIn("owner");
  await alpha.connect();
});
afterAll(() => clock.release());

async function call<Data>(path: string, input: object = {}): Promise<Data> {
  const { body } = await callAs(token, `/site/v2/${path}`, { id: ALPHA, ...input });
  return body as Data;
}

/** Lets time pass at the sites of some loggers. */
async function pass(ms: number, loggers = [alpha]): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    clock.forward(Math.min(left, STEP_MS));
    for (const { socket } of loggers) await socket.settle();
    for (const { siteId } of loggers) await ring(siteId);
    for (const { socket } of loggers) await socket.settle();
  }
}

async function change(values: Record<string, Value>, more: object = {}) {
  const changeId = crypto.randomUUID();
  const items = Object.entries(values).map(([number, value]) => ({ address: at(number), value }));
  await call("setting/change", { changeId, items, ...more });
  return changeId;
}

test("a rollback that fails writes an old value twice at most, each time after a read, and is mixed", async () => {
  alpha.refused.set(at("0005"), 50).set(at("0004"), 10);
  const changeId = await change({ "0004": 50, "0005": 50 }, { atomic: true });
  const frames = await alpha.requests(320, 336);
  await pass(11 * 60_000);
  frames.push(...(await alpha.requests(320, 336)));
  const old = frames.filter(({ cmd, value }) => cmd === 320 && value === 10);
  expect(old.map(({ address }) => address)).toEqual([at("0004"), at("0004")]);
  for (const frame of old) expect(frames[frames.indexOf(frame) - 1]?.cmd).toBe(336);
  const changes = await call<object>("setting/changes", { changeId });
  expect(changes).toMatchObject({ data: { list: [{ result: "mixed" }], faults: 1 } });
  alpha.refused.clear();
});

test("a confirmation that was lost with the connection is sent again before the device reverts", async () => {
  alpha.silent.add(326);
  await change({ "0005": 15 }, { revertAfter: 120 });
  const [write, confirmation] = await alpha.requests(320, 326);
  expect(write).toMatchObject({ address: at("0005"), value: 15, revertAfter: 120 });
  expect(confirmation).toMatchObject({ cmd: 326, of: write?.id });
  alpha.silent.clear();
  await alpha.connect();
  expect(await alpha.requests(326)).toEqual([confirmation]);
});

type Updates = { data: { list: { update: { state: string; result: string | null } | null }[] } };

/** Requests an update to a version that no other test uses, and returns the id of its 352. */
async function requestUpdate(sequence: number): Promise<string> {
  const bytes = firmwareBytes(1_000);
  const fields = { typeCode: "7E44", models: ["X-1"], from: null, version: `2.${sequence}` };
  const manifest = describeFirmware(bytes, { ...fields, sequence }, clock.now());
  const releaseId = await storeRelease(env, manifest, await signManifest(manifest, key), bytes);
  const input = { updateId: crypto.randomUUID(), address: DEVICE, releaseId };
  await call("equipment/remote/update", input);
  const [transfer] = await alpha.requests(352);
  return `${transfer?.id}`;
}

async function updateOf() {
  const { data } = await call<Updates>("equipment/getUpdateInfoBySiteId");
  return data.list.find(({ update }) => update !== null)?.update;
}

test("a 511 to a transfer or an installation refuses the update", async () => {
  const first = await requestUpdate(1);
  alpha.socket.send({ cmd: 511, id: first, status: 501, message: "unsupported" });
  await alpha.requests();
  const ended = { state: "ended", result: "refused", reason: "501" };
  expect(await updateOf()).toMatchObject({ ...ended, endedIn: "requested" });
  const second = await requestUpdate(2);
  alpha.socket.send({ cmd: 353, id: second, status: 200 });
  alpha.socket.send({ cmd: 353, id: second, state: "transferred", progress: 100 });
  const [install] = await alpha.requests(354);
  expect(install).toMatchObject({ address: DEVICE, of: second });
  alpha.socket.send({ cmd: 511, id: install?.id, status: 501, message: "unsupported" });
  await alpha.requests();
  expect(await updateOf()).toMatchObject({ ...ended, endedIn: "transferred" });
});

test("a transfer that the logger never answers is unknown after 30 minutes, and another one can begin", async () => {
  await requestUpdate(3);
  await pass(29 * 60_000);
  expect(await updateOf()).toMatchObject({ state: "requested", result: null });
  await pass(60_000);
  expect(await updateOf()).toMatchObject({ state: "ended", result: "unknown" });
  const next = await requestUpdate(4);
  alpha.socket.send({ cmd: 353, id: next, status: 409 });
  await alpha.requests();
  expect(await updateOf()).toMatchObject({ result: "refused", reason: "409" });
});

type Rollout = { data: { rolloutId: number; status: string; list?: { state: string }[] } };

test("a rollout writes to the second site only after the first has been healthy for 15 minutes", async () => {
  const beta = new ContractLogger(BETA, "BETA-0001", []);
  await beta.connect();
  await env.DB.prepare("update sites set online = 1, status = 'normal' where id in (?, ?)")
    .bind(ALPHA, BETA)
    .run();
  const task = { kind: "settings", items: [{ address: at("0004"), value: 44 }] };
  const { data } = await call<Rollout>("rollout/add", { task, siteIds: [ALPHA, BETA] });
  const written: [number, number][] = [];
  const advance = async () => {
    await pass(STEP_MS, [alpha, beta]);
    await advanceRollouts(contextOf(env));
    for (const logger of [alpha, beta])
      for (const { value } of await logger.requests(320))
        if (value === 44) written.push([logger.siteId, clock.now()]);
    return (await call<Rollout>("rollout/get", { rolloutId: data.rolloutId })).data;
  };
  let rollout = await advance();
  for (let turn = 0; rollout.status === "checking" && turn < 10; turn++) rollout = await advance();
  expect([rollout.status, written]).toEqual(["ready", []]);
  await call("rollout/start", { rolloutId: data.rolloutId });
  for (let turn = 0; rollout.status !== "completed" && turn < 130; turn++)
    rollout = await advance();
  expect(rollout.list?.map(({ state }) => state)).toEqual(["succeeded", "succeeded"]);
  expect(written.map(([siteId]) => siteId)).toEqual([ALPHA, BETA]);
  expect((written[1]?.[1] ?? 0) - (written[0]?.[1] ?? 0)).toBeGreaterThanOrEqual(15 * 60_000);
});
