import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Manifest } from "#domain/firmware/manifest.ts";
import { HEALTHY_FOR_MS, REPORT_WITHIN_MS } from "#domain/firmware/update.ts";
import { HEALTH_MS } from "#domain/rollouts/limits.ts";
import { confirmInstallation, startUpdate } from "#operations/firmware/start-update.ts";
import { startAllUpdates } from "#operations/firmware/updates.ts";
import { advanceRollouts } from "#operations/jobs/advance-rollouts.ts";
import { runOperation } from "#operations/operation.ts";
import { listRolloutReleases } from "#operations/rollouts/list-choices.ts";
import { changeSettings, listSettings } from "#operations/settings/changes.ts";
import { readFirmwareKeys } from "#protocol/firmware/verify-release.ts";
import { STAMP_HEADER } from "#protocol/site-rpc.ts";
import { identifyApiCaller } from "#workers/request-scope/caller.ts";
import { ORIGIN, signIn } from "../support/call-api.ts";
import {
  describeFirmware,
  firmwareBytes,
  makeFirmwareKey,
  signManifest,
  storeRelease,
  type TestKey,
} from "../support/firmware.ts";
import { ALPHA, secretOf, seedUsers } from "../support/seed-users.ts";
import { freezeSiteClock } from "../support/site-clock.ts";
import { connectMessage, type Frame, LoggerSocket, siteStub } from "../support/site-logger.ts";
import { testContext } from "../support/test-context.ts";

const ADDRESS = "003311";
const AUTHOR = { id: 1, name: "Olga Owner" };
const bytes = firmwareBytes(150_000);
let key: TestKey;
let clock: ReturnType<typeof freezeSiteClock>;
let sequence = 100;

beforeAll(async () => {
  await seedUsers();
  key = await makeFirmwareKey();
});
beforeEach(async () => {
  clock = freezeSiteClock();
  await siteStub(ALPHA).erase();
  await evictDurableObject(siteStub(ALPHA), { webSockets: "close" }).catch(() => undefined);
});
afterAll(() => clock.release());

function context() {
  return { ...testContext(clock.now()), firmwareKeys: readFirmwareKeys(key.publicKey) };
}

const tree = (version: string, model = "K1-5000") => [
  { address: ADDRESS, typeCode: "0033", model, versions: { dsp: version, hardware: "B" } },
  { address: "FFFF00", registers: [{ register: "0134", kind: "gauge", access: "r" }] },
];

async function connect(version = "1.7.2", more: object = {}): Promise<LoggerSocket> {
  const stamp = { kind: "logger", siteId: ALPHA, serial: "ALPHA-01" };
  const response = await siteStub(ALPHA).fetch("https://site.test/ws/logger", {
    headers: {
      Upgrade: "websocket",
      "Sec-WebSocket-Protocol": "helioport.logger.v1",
      [STAMP_HEADER]: JSON.stringify(stamp),
    },
  });
  if (response.webSocket === null) throw new Error(`no socket, but ${response.status}`);
  const logger = new LoggerSocket(response.webSocket);
  const equipment = tree(version);
  await logger.ask(
    connectMessage({ serial: "ALPHA-01", equipment, features: ["firmware"], ...more }),
  );
  return logger;
}

async function publish(fields: Partial<Manifest> = {}, content = bytes) {
  sequence += 1;
  const manifest = describeFirmware(content, { sequence, ...fields }, clock.now());
  const signed = await signManifest(manifest, key);
  return { manifest, releaseId: await storeRelease(env, manifest, signed, content) };
}

async function start(releaseId: number, installs = true) {
  const updateId = crypto.randomUUID();
  const order = { siteId: ALPHA, updateId, address: ADDRESS, releaseId, installs };
  return { updateId, result: await startUpdate(context(), order, AUTHOR) };
}

const fetchFile = (hash: string, headers: Record<string, string> = {}, serial = "ALPHA-01") =>
  exports.default.fetch(`${ORIGIN}/files/firmware/${hash}`, {
    headers: { Authorization: `Basic ${btoa(`${serial}:${secretOf(serial)}`)}`, ...headers },
  });

const identify = (token: string) =>
  identifyApiCaller(new Request(ORIGIN, { headers: { Authorization: token } }), context());
const isTransfer = ({ cmd }: Frame) => cmd === 352;
const isInstall = ({ cmd }: Frame) => cmd === 354;
const record = (updateId: string) => siteStub(ALPHA).readUpdate(updateId);

/** Returns the update that has priority over changes of settings. */
async function priorUpdate() {
  const caller = await identify(await signIn("owner"));
  return (await runOperation(listSettings, { id: ALPHA }, caller, context())).update;
}

test("an update is transferred, installed, and a success after ten healthy minutes with the new version", async () => {
  let logger = await connect();
  const { manifest, releaseId } = await publish({ minSoc: undefined });
  const { updateId, result } = await start(releaseId);
  expect(result).toMatchObject({ ok: true, update: { state: "requested", progress: 0 } });
  const transfer = await logger.next(isTransfer);
  expect(transfer).toMatchObject({
    id: updateId,
    address: ADDRESS,
    keyId: key.keyId,
    url: `/files/firmware/${manifest.sha256}`,
  });
  // It survives a hibernation at each step.
  await evictDurableObject(siteStub(ALPHA), { webSockets: "hibernate" });
  logger.send({ cmd: 353, id: updateId, status: 200 });
  logger.send({ cmd: 353, id: updateId, state: "transferring", progress: 40 });
  await logger.settle();
  expect(await record(updateId)).toMatchObject({ state: "transferring", progress: 40 });
  const response = await fetchFile(manifest.sha256);
  expect(response.status).toBe(200);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  await evictDurableObject(siteStub(ALPHA), { webSockets: "hibernate" });
  logger.send({ cmd: 353, id: updateId, state: "transferred", progress: 100 });
  const install = await logger.next(isInstall);
  expect(install).toMatchObject({ address: ADDRESS, of: updateId });
  logger.send({ cmd: 355, id: install.id, status: 200 });
  logger.send({ cmd: 353, id: updateId, state: "done", progress: 100, version: "1.8.0" });
  await logger.settle();
  expect(await record(updateId)).toMatchObject({ state: "restarting", result: null });
  // The file can no longer be fetched.
  expect((await fetchFile(manifest.sha256)).status).toBe(404);
  logger.socket.close();
  logger = await connect("1.8.0");
  logger.send({ cmd: 353, id: updateId, state: "done", progress: 100 });
  await logger.settle();
  expect(await record(updateId)).toMatchObject({ state: "restarting" });
  clock.forward(HEALTHY_FOR_MS);
  logger.send({
    cmd: 264,
    id: "s",
    statuses: [{ address: ADDRESS, status: "on", at: clock.now() }],
  });
  await logger.settle();
  expect(await record(updateId)).toMatchObject({ state: "ended", result: "success" });
  expect(logger.inbox.filter(isInstall)).toEqual([]);
  const journal = await siteStub(ALPHA).readJournal({
    page: 1,
    size: 20,
    kinds: ["firmware"],
  } as never);
  const whats = journal.rows.map(({ what }: { what: string }) => what);
  expect(whats.filter((what: string) => what.startsWith("firmware."))).toEqual([
    "firmware.ended",
    "firmware.started",
  ]);
  // The same release again, and an older one, are no longer an update.
  expect((await start(releaseId)).result).toEqual({ ok: false, reason: "notNewer" });
});

/** Brings an update to its installation, and lets half an hour pass without a report. */
async function loseReports(reported: string[] = []) {
  const logger = await connect();
  const { releaseId } = await publish();
  const { updateId } = await start(releaseId);
  await logger.next(isTransfer);
  for (const state of ["transferring", "transferred"])
    logger.send({ cmd: 353, id: updateId, status: 200, state });
  await logger.next(isInstall);
  for (const state of reported) logger.send({ cmd: 353, id: updateId, state });
  await logger.settle();
  clock.forward(REPORT_WITHIN_MS);
  await runDurableObjectAlarm(siteStub(ALPHA));
  expect(await record(updateId)).toMatchObject({ state: "ended", result: "unknown" });
  await evictDurableObject(siteStub(ALPHA), { webSockets: "hibernate" });
  return { updateId, releaseId };
}

const endings = async () => {
  const query = { page: 1, size: 50, kinds: ["firmware"] } as never;
  const { rows } = await siteStub(ALPHA).readJournal(query);
  return (rows as { what: string; details: { result?: string } }[])
    .filter(({ what }) => what === "firmware.ended")
    .map(({ details }) => details.result);
};

test("without a report for thirty minutes the end is unknown, until the logger proves the new version", async () => {
  const { updateId } = await loseReports(["done"]);
  const logger = await connect("1.8.0");
  expect(await record(updateId)).toMatchObject({ result: "unknown" });
  clock.forward(HEALTHY_FOR_MS - 1);
  await runDurableObjectAlarm(siteStub(ALPHA));
  expect(await record(updateId)).toMatchObject({ result: "unknown" });
  clock.forward(1);
  logger.send({
    cmd: 264,
    id: "s",
    statuses: [{ address: ADDRESS, status: "on", at: clock.now() }],
  });
  await logger.settle();
  expect(await record(updateId)).toMatchObject({ result: "success", progress: 100 });
  expect(await endings()).toEqual(["success", "unknown"]);
});

test("a rollback that the logger reports later corrects an unknown end, once", async () => {
  const { updateId, releaseId } = await loseReports();
  const logger = await connect("1.7.2");
  const report = { cmd: 353, id: updateId, state: "rolled back", message: "It did not start." };
  for (const late of [report, report, { ...report, state: "done" }, { ...report, id: "other" }])
    logger.send(late);
  await logger.settle();
  expect(await record(updateId)).toMatchObject({ result: "rolled back", message: report.message });
  expect(await endings()).toEqual(["rolled back", "unknown"]);
  // The site is free for another attempt.
  expect((await start(releaseId)).result).toMatchObject({ ok: true });
});

test("changes that are locked between transfer and installation withdraw the update", async () => {
  const logger = await connect();
  const { releaseId } = await publish();
  const { updateId } = await start(releaseId);
  await logger.next(isTransfer);
  await siteStub(ALPHA).setSettingLocks({ isLocked: true }, AUTHOR);
  logger.send({ cmd: 353, id: updateId, status: 200, state: "transferred" });
  await logger.settle();
  expect(await record(updateId)).toMatchObject({
    ...{ state: "ended", result: "withdrawn", reason: "locked" },
  });
  await siteStub(ALPHA).setSettingLocks({ isLocked: false }, AUTHOR);
  expect(logger.inbox.filter(isInstall)).toEqual([]);
});

test("a release that was revoked or has expired after its transfer is not installed", async () => {
  const logger = await connect();
  const expires = clock.now() + 60_000;
  for (const [fields, end, reason] of [
    [{}, "update firmware_releases set revoked_at = 1 where id = ?", "revoked"],
    [{ expires }, "", "expired"],
  ] as const) {
    const { releaseId } = await publish(fields);
    const { updateId } = await start(releaseId, false);
    await logger.next(isTransfer);
    logger.send({ cmd: 353, id: updateId, status: 200, state: "transferred" });
    await logger.settle();
    if (end !== "") await env.DB.prepare(end).bind(releaseId).run();
    else clock.forward(60_000);
    expect(await confirmInstallation(context(), ALPHA, updateId, AUTHOR)).toEqual({
      ...{ ok: false, reason },
    });
    expect(await record(updateId)).toMatchObject({ state: "transferred" });
    logger.send({ cmd: 353, id: updateId, state: "failed" });
    await logger.settle();
  }
  expect(logger.inbox.filter(isInstall)).toEqual([]);
});

test("a file that waits for the confirmation is installed after it", async () => {
  const logger = await connect();
  const { releaseId } = await publish();
  const { updateId } = await start(releaseId, false);
  expect(await siteStub(ALPHA).confirmFirmware(updateId, AUTHOR)).toMatchObject({ ok: false });
  logger.send({ cmd: 353, id: updateId, status: 200, state: "transferred" });
  await logger.settle();
  expect(logger.inbox.filter(isInstall)).toEqual([]);
  expect(await siteStub(ALPHA).confirmFirmware(updateId, AUTHOR)).toMatchObject({ ok: true });
  expect(await logger.next(isInstall)).toMatchObject({ of: updateId });
});

test("conditions of a release have to be met when the installation begins, too", async () => {
  const logger = await connect();
  let at = clock.now();
  const reportSoc = async (soc: number) => {
    at += 1;
    await logger.ask({ cmd: 260, id: `soc-${at}`, times: [at], values: { FFFF000134: [soc] } });
  };
  const { releaseId } = await publish({ minSoc: 50 });
  const transfer = async (installs: boolean) => {
    await reportSoc(60);
    const { updateId } = await start(releaseId, installs);
    await logger.next(({ cmd, id }) => cmd === 352 && id === updateId);
    await reportSoc(49);
    logger.send({ cmd: 353, id: updateId, status: 200, state: "transferred" });
    await logger.settle();
    return updateId;
  };
  const waiting = await transfer(false);
  expect(await siteStub(ALPHA).confirmFirmware(waiting, AUTHOR)).toEqual({
    ...{ ok: false, reason: "socLow" },
  });
  // It still waits, and is installed once the battery is charged.
  expect(await record(waiting)).toMatchObject({ state: "transferred", result: null });
  await reportSoc(50);
  expect(await siteStub(ALPHA).confirmFirmware(waiting, AUTHOR)).toMatchObject({ ok: true });
  expect(await logger.next(isInstall)).toMatchObject({ of: waiting });
  logger.send({ cmd: 353, id: waiting, state: "failed" });
  await logger.settle();
  const immediate = await transfer(true);
  expect(await record(immediate)).toMatchObject({
    ...{ state: "ended", result: "withdrawn", reason: "socLow" },
  });
  expect(logger.inbox.filter((frame) => isInstall(frame) && frame.of === immediate)).toEqual([]);
});

test("an update has priority over changes of settings until its end, and does not refuse them", async () => {
  const reserve = { register: "0031", kind: "setting", access: "rw", min: 0, max: 90 };
  const [inverter, site] = tree("1.7.2");
  const equipment = [{ ...inverter, registers: [reserve] }, site];
  const logger = await connect("1.7.2", { equipment });
  const { releaseId } = await publish();
  expect(await priorUpdate()).toBeNull();
  const { updateId } = await start(releaseId, false);
  const update = { address: ADDRESS, component: "dsp", version: "1.8.0" };
  expect(await priorUpdate()).toEqual({ step: "running", ...update });
  logger.send({ cmd: 353, id: updateId, status: 200, state: "transferred" });
  await logger.settle();
  expect(await priorUpdate()).toEqual({ step: "waiting", ...update });
  await siteStub(ALPHA).confirmFirmware(updateId, AUTHOR);
  expect(await priorUpdate()).toEqual({ step: "running", ...update });
  const caller = await identify(await signIn("owner"));
  const items = [{ address: `${ADDRESS}0031`, value: 20 }];
  const change = { id: ALPHA, changeId: crypto.randomUUID(), items };
  expect(await runOperation(changeSettings, change, caller, context())).toMatchObject({
    state: "queued",
  });
  logger.send({ cmd: 353, id: updateId, state: "failed" });
  await logger.settle();
  expect(await priorUpdate()).toBeNull();
});

test("each precondition that does not hold refuses the update, and nothing is sent", async () => {
  const reasonOf = async (releaseId: number) => {
    const { result } = await start(releaseId);
    return result.ok ? "started" : result.reason;
  };
  const { releaseId } = await publish();
  const soc = (await publish({ minSoc: 50 })).releaseId;
  const off = (await publish({ whenOff: true })).releaseId;
  const cases: [logger: LoggerSocket, release: number, reason: string][] = [
    [await connect("1.7.2", { features: [] }), releaseId, "unsupported"],
    [await connect("1.7.2", { remoteControl: false }), releaseId, "remoteControlOff"],
  ];
  // Each connection takes over the one before, so that only the last one counts.
  expect(await reasonOf(releaseId)).toBe("remoteControlOff");
  const logger = await connect();
  expect(await reasonOf(soc)).toBe("socLow");
  expect(await reasonOf(off)).toBe("notOff");
  await siteStub(ALPHA).setSettingLocks({ isLocked: true }, AUTHOR);
  expect(await reasonOf(releaseId)).toBe("locked");
  await siteStub(ALPHA).setSettingLocks({ isLocked: false }, AUTHOR);
  expect(await reasonOf(999)).toBe("absent");
  logger.send({ cmd: 260, id: "b", times: [clock.now()], values: { FFFF000134: [49] } });
  await logger.settle();
  expect(await reasonOf(soc)).toBe("socLow");
  for (const [old] of cases) expect(old.inbox.filter(isTransfer)).toEqual([]);
  expect(logger.inbox.filter(isTransfer)).toEqual([]);
  logger.send({ cmd: 260, id: "c", times: [clock.now() + 1], values: { FFFF000134: [50] } });
  await logger.settle();
  expect(await reasonOf(soc)).toBe("started");
  expect(await reasonOf(releaseId)).toBe("busy");
});

test("a rollout may have every valid release, and none that was revoked, has expired or has another key", async () => {
  const valid = (await publish({ version: "9.1.0" })).releaseId;
  const revoked = (await publish()).releaseId;
  const expired = (await publish({ notBefore: 1, expires: clock.now() })).releaseId;
  await env.DB.prepare("update firmware_releases set revoked_at = 1 where id = ?")
    .bind(revoked)
    .run();
  const caller = await identify(await signIn("owner"));
  const { list } = await runOperation(listRolloutReleases, {}, caller, context());
  expect(list.find(({ releaseId }) => releaseId === valid)).toMatchObject({
    ...{ component: "dsp", version: "9.1.0", typeCode: "0033" },
  });
  const ids = list.map(({ releaseId }) => releaseId);
  expect([revoked, expired].filter((id) => ids.includes(id))).toEqual([]);
  const foreign = {
    ...context(),
    firmwareKeys: readFirmwareKeys((await makeFirmwareKey()).publicKey),
  };
  expect(await runOperation(listRolloutReleases, {}, caller, foreign)).toEqual({ list: [] });
});

test("a hundred newer releases that have expired hide no valid one from rollouts", async () => {
  const { releaseId: valid } = await publish({ version: "9.2.0" });
  const { releaseId: expired } = await publish({ notBefore: 1, expires: clock.now() });
  await env.DB.prepare(
    `insert into firmware_releases (vendor, family, type_code, component, version, sequence, sha256, manifest,
       signature, key_id, published_at, expires_at)
     select vendor, family, type_code, 'old ' || json_each.value, version, sequence, sha256, manifest, signature, key_id, 1, expires_at
     from firmware_releases, json_each(?) where firmware_releases.id = ?`,
  )
    .bind(JSON.stringify(Array.from({ length: 100 }, (_, place) => place)), expired)
    .run();
  const caller = await identify(await signIn("owner"));
  const { list } = await runOperation(listRolloutReleases, {}, caller, context());
  expect(list.map(({ releaseId }) => releaseId)).toContain(valid);
});

test("update all updates each piece of equipment, one at a time, as a rollout", async () => {
  const pieces = (version: string, other: string) => [
    ...tree(version),
    { address: "003312", typeCode: "0033", model: "K1-5000", versions: { dsp: other } },
  ];
  let logger = await connect("1.7.2", { equipment: pieces("1.7.2", "1.7.3") });
  const { releaseId } = await publish();
  await env.DB.prepare("update sites set online = 1, status = 'normal' where id = ?")
    .bind(ALPHA)
    .run();
  const caller = await identify(await signIn("owner"));
  expect(await priorUpdate()).toBeNull();
  const { rolloutId } = await runOperation(startAllUpdates, { id: ALPHA }, caller, context());
  expect(await priorUpdate()).toMatchObject({ step: "planned", address: null });
  const updated: unknown[] = [];
  // The second piece has the new version only after its own update.
  for (const other of ["1.7.3", "1.8.0"]) {
    await advanceRollouts(context());
    const transfer = await logger.next(isTransfer);
    updated.push(transfer.address);
    expect(await priorUpdate()).toMatchObject({ step: "running", address: transfer.address });
    logger.send({ cmd: 353, id: transfer.id, status: 200, state: "transferred" });
    const install = await logger.next(isInstall);
    logger.send({ cmd: 355, id: install.id, status: 200 });
    logger.send({ cmd: 353, id: transfer.id, state: "done" });
    await logger.settle();
    await advanceRollouts(context());
    expect(logger.inbox.filter(isTransfer)).toHaveLength(1);
    logger.socket.close();
    logger = await connect("1.8.0", { equipment: pieces("1.8.0", other) });
    clock.forward(HEALTHY_FOR_MS);
    logger.send({
      cmd: 262,
      id: "e",
      events: [
        { eventNo: 1, address: transfer.address, state: "raised", level: "info", at: clock.now() },
      ],
    });
    await logger.settle();
    await advanceRollouts(context());
  }
  expect(updated).toEqual(["003311", "003312"]);
  await advanceRollouts(context());
  // The period of health of the rollout does not hold up changes.
  expect(await priorUpdate()).toBeNull();
  clock.forward(HEALTH_MS);
  await advanceRollouts(context());
  await advanceRollouts(context());
  const row = await env.DB.prepare("select status from rollouts where id = ?")
    .bind(rolloutId)
    .first();
  expect(row).toEqual({ status: "completed" });
  const { updates } = (await siteStub(ALPHA).readFirmware()) ?? { updates: [] };
  expect(updates.map(({ result, releaseId: id }) => [result, id])).toEqual([
    ["success", releaseId],
    ["success", releaseId],
  ]);
});

test("a file is served by ranges to the logger that is being updated alone", async () => {
  const logger = await connect();
  const { manifest, releaseId } = await publish();
  const hash = manifest.sha256;
  expect((await fetchFile(hash)).status).toBe(404);
  await start(releaseId);
  await logger.next(isTransfer);
  const etag = `"${hash}"`;
  const ask = async (headers: Record<string, string>) => {
    const response = await fetchFile(hash, headers);
    const body = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body };
  };
  const part = await ask({ Range: "bytes=65536-131071", "If-Range": etag, "If-Match": etag });
  expect(part.status).toBe(206);
  expect(part.headers.get("Content-Range")).toBe("bytes 65536-131071/150000");
  expect(part.headers.get("ETag")).toBe(etag);
  expect(part.body).toEqual(bytes.slice(65_536, 131_072));
  expect((await ask({ Range: "bytes=149999-" })).body).toEqual(bytes.slice(149_999));
  const beyond = await ask({ Range: "bytes=150000-" });
  expect([beyond.status, beyond.headers.get("Content-Range")]).toEqual([416, "bytes */150000"]);
  // Another version of the file is sent as a whole.
  expect((await ask({ Range: "bytes=0-9", "If-Range": '"other"' })).status).toBe(200);
  expect((await ask({ "If-Match": '"other"' })).status).toBe(412);
  const tooMuch = await ask({ Range: "bytes=0-1,5-6" });
  expect([tooMuch.status, tooMuch.body.length]).toEqual([200, 150_000]);
  // Another logger, another file and a wrong secret.
  expect((await fetchFile(hash, {}, "BETA-0001")).status).toBe(404);
  expect((await fetchFile(hash.replace(/./g, "0"))).status).toBe(404);
  expect((await fetchFile("../secret")).status).not.toBe(200);
  expect((await fetchFile(hash, {}, "SPARE-001")).status).toBe(409);
  expect((await fetchFile(hash, { Authorization: `Basic ${btoa("ALPHA-01:x")}` })).status).toBe(
    401,
  );
  const anonymous = await exports.default.fetch(`${ORIGIN}/files/firmware/${hash}`);
  expect(anonymous.status).toBe(401);
  // A revoked release ends a transfer in progress, and so does a file that was replaced.
  await env.DB.prepare("update firmware_releases set revoked_at = 1 where id = ?")
    .bind(releaseId)
    .run();
  expect((await fetchFile(hash)).status).toBe(404);
  await env.DB.prepare("update firmware_releases set revoked_at = null where id = ?")
    .bind(releaseId)
    .run();
  expect((await fetchFile(hash)).status).toBe(200);
  await env.FILES.put(`firmware/${hash}`, bytes.with(0, 1));
  expect((await fetchFile(hash)).status).toBe(404);
});

test("update all passes over equipment that has a newer release already, and updates the others", async () => {
  const pieces = [
    ...tree("1.9.0"),
    { address: "003312", typeCode: "0033", model: "K1-5000", versions: { dsp: "1.7.2" } },
  ];
  const logger = await connect("1.9.0", { equipment: pieces });
  await publish({ from: null });
  // The newest release fits no equipment of the site, but one piece has its version.
  await publish({ version: "1.9.0", from: ["1.8.x"] });
  await env.DB.prepare("update sites set online = 1, status = 'normal' where id = ?")
    .bind(ALPHA)
    .run();
  const caller = await identify(await signIn("owner"));
  await runOperation(startAllUpdates, { id: ALPHA }, caller, context());
  await advanceRollouts(context());
  expect(await logger.next(isTransfer)).toMatchObject({ address: "003312" });
});
