import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { readByteRange } from "#domain/firmware/byte-range.ts";
import type { Manifest } from "#domain/firmware/manifest.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";
import {
  describeFirmware,
  firmwareBytes,
  makeFirmwareKey,
  signManifest,
} from "../../tests/support/firmware.ts";

type Message = Record<string, unknown>;
type Updater = {
  transfer(message: Message, now: number): Promise<void> | undefined;
  install(message: Message, now: number): void;
  start(): { slot: string; version: string };
  confirm(): void;
  rollBack(message: string): void;
  resend(): void;
};

const EXAMPLE = fileURLToPath(new URL("updater.mjs", import.meta.url));
/** The example is plain JavaScript, without types. */
const { openUpdater } = (await import(EXAMPLE)) as { openUpdater: (options: object) => Updater };
const PAGE = fileURLToPath(new URL("../your-own-logger.md", import.meta.url));
const NOW = Date.UTC(2026, 10, 1);
const BYTES = firmwareBytes(2 * 65_536 + 9);

/** A folder of a logger, and a portal that answers `fault` instead of a part for so many requests. */
async function setUp(fields: Partial<Manifest> = {}) {
  const key = await makeFirmwareKey();
  const folder = mkdtempSync(join(tmpdir(), "helioport-updater-"));
  const manifest = describeFirmware(BYTES, fields, NOW);
  const faults: number[] = [];
  const ranges: string[] = [];
  const server = createServer(({ headers }, response) => {
    ranges.push(headers.range ?? "");
    const fault = faults.shift();
    if (fault !== undefined) return response.writeHead(fault).end();
    const range = readByteRange(headers.range ?? null, BYTES.length);
    const { offset, length } = range === null || range === "unsatisfiable" ? NONE : range;
    return response
      .writeHead(206, { etag: `"${manifest.sha256}"` })
      .end(BYTES.subarray(offset, offset + length));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const sent: Message[] = [];
  const open = () =>
    openUpdater({
      folder,
      keys: { [key.keyId]: key.publicKey },
      component: {
        ...{ typeCode: "0033", model: "K1-5000", component: "dsp", version: "1.7.2" },
      },
      portal: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      authorization: "Basic x",
      send: (message: Message) => sent.push(message),
      restart: () => {},
    });
  const request = {
    ...{ cmd: 352, id: "u", url: "/files/firmware/x", expires: NOW + MINUTE_MS },
    ...(await signManifest(manifest, key)),
  };
  const states = () => sent.map(({ status, state }) => status ?? state);
  return { open, request, faults, ranges, states };
}
const NONE = { offset: 0, length: 0 };
const INSTALL = { cmd: 354, id: "i", of: "u", expires: NOW + MINUTE_MS };

test("the page shows the example as it is, in few lines that fit a screen", () => {
  const source = readFileSync(EXAMPLE, "utf8");
  expect(readFileSync(PAGE, "utf8")).toContain(`\`\`\`js\n${source}\`\`\``);
  const lines = source.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(90);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(110);
});

test("a release is transferred, installed, started and confirmed", async () => {
  const { open, request, ranges, states } = await setUp();
  const updater = open();
  expect(updater.start()).toEqual({ slot: "a", version: "1.7.2" });
  await updater.transfer(request, NOW);
  expect(ranges).toEqual(["bytes=0-65535", "bytes=65536-131071", "bytes=131072-131080"]);
  updater.install(INSTALL, NOW);
  const restarted = open();
  expect(restarted.start()).toEqual({ slot: "b", version: "1.8.0" });
  restarted.confirm();
  expect(states()).toEqual([200, "transferring", "transferred", 200, "restarting", "done"]);
  expect(open().start()).toEqual({ slot: "b", version: "1.8.0" });
  // The same release is not newer any more.
  open().transfer(request, NOW);
  expect(states().at(-1)).toBe(426);
});

test("a new version that is not confirmed is left after three starts", async () => {
  const { open, request, states } = await setUp();
  const updater = open();
  await updater.transfer(request, NOW);
  updater.install(INSTALL, NOW);
  expect([0, 1, 2, 3].map(() => open().start().version)).toEqual([
    ...["1.8.0", "1.8.0", "1.8.0", "1.7.2"],
  ]);
  expect(states().at(-1)).toBe("rolled back");
});

test("a transfer continues at the chunk where it stopped", async () => {
  const { open, request, faults, ranges, states } = await setUp();
  faults.push(503, 503);
  await open().transfer(request, NOW);
  expect(ranges).toHaveLength(5);
  expect(states().at(-1)).toBe("transferred");
});

test.each([
  [404, 1],
  [410, 1],
  [500, 5],
])("an answer with status %i ends it after %i requests", async (status, count) => {
  const { open, request, faults, ranges, states } = await setUp();
  faults.push(...Array.from({ length: 9 }, () => status));
  await open().transfer(request, NOW);
  expect(ranges).toHaveLength(count);
  expect(states().at(-1)).toBe("failed");
});

test.each([
  ["another model", { models: ["K9"] }, 403],
  ["another component", { component: "lcd" }, 403],
  ["a release that is not valid yet", { notBefore: NOW + 1 }, 403],
  ["a version that is not listed", { from: ["1.6.x", "1.7"] }, 426],
] as const)("it refuses %s", async (_, fields, status) => {
  const { open, request, states } = await setUp(fields as Partial<Manifest>);
  await open().transfer(request, NOW);
  expect(states()).toEqual([status]);
});

test("it refuses a changed manifest, an expired request, and what was not transferred", async () => {
  const { open, request, states } = await setUp();
  const updater = open();
  updater.transfer({ ...request, manifest: `A${request.manifest}` }, NOW);
  updater.transfer({ ...request, keyId: "0000000000000000" }, NOW);
  updater.transfer({ ...request, expires: NOW - 1 }, NOW);
  updater.install(INSTALL, NOW);
  expect(states()).toEqual([403, 403, 409, 409]);
});
