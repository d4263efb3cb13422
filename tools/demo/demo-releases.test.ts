import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findIncompatibility, versionOf } from "#domain/firmware/compatibility.ts";
import { parseManifest } from "#domain/firmware/manifest.ts";
import { firmwareKey } from "#domain/firmware/release.ts";
import { fromBase64Url } from "#protocol/base64url.ts";
import { isFileOf } from "#protocol/firmware/file-check.ts";
import { SimulatedPlant } from "#simulator/plant/simulated-plant.ts";
import { startLocalD1 } from "../../tests/support/local-d1.ts";
import { publishDemoReleases, readDemoKey } from "./demo-releases.ts";
import { DEMO_SITES } from "./sites-data.ts";

const NOW = Date.UTC(2026, 10, 28);

test("the demo has signed releases once, which update equipment of its sites", async () => {
  const directory = mkdtempSync(join(tmpdir(), "helioport-demo-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const { database, stop } = await startLocalD1();
  onTestFinished(stop);
  const key = readDemoKey({ firmwareKey: join(directory, "key.pem") });
  expect(readDemoKey({ firmwareKey: join(directory, "key.pem") }).keyId).toBe(key.keyId);
  const files = new Map<string, Uint8Array>();
  const store = { put: async (name: string, bytes: Uint8Array) => void files.set(name, bytes) };
  const runtime = { database, openFiles: async () => store as unknown as R2Bucket };
  for (const start of [1, 2]) await publishDemoReleases(runtime, key, NOW + start);

  const { results } = await database
    .prepare("select manifest, sha256 from firmware_releases")
    .all<{ manifest: string; sha256: string }>();
  expect(results).toHaveLength(2);
  const pieces = DEMO_SITES.flatMap((site) =>
    site.profile?.kind === "simulated"
      ? new SimulatedPlant(site.profile, site, 1, NOW).equipment
      : [],
  );
  for (const { manifest, sha256 } of results) {
    const release = parseManifest(fromBase64Url(manifest) ?? new Uint8Array());
    if (release === null) throw new Error("no manifest");
    expect(isFileOf(release, files.get(firmwareKey(sha256)) ?? new Uint8Array())).toBe(true);
    const fitting = pieces.filter(
      ({ typeCode = "", model = null, versions = {} }) =>
        findIncompatibility(release, {
          ...{ typeCode, model, sequence: null },
          version: versionOf(versions, release.component),
        }) === null,
    );
    expect(fitting.length).toBeGreaterThan(1);
  }
});
