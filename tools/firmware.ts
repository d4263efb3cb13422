import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { keyId } from "#domain/firmware/release.ts";
import { withDatabase } from "./deployment/with-database.ts";
import { withFiles } from "./deployment/with-files.ts";
import { Failure, runCommand } from "./failure.ts";
import {
  listReleases,
  publishRelease,
  revokeKey,
  revokeRelease,
} from "./firmware/edit-releases.ts";
import { readTrustedKeys } from "./firmware/read-trusted-keys.ts";
import {
  readFirmwareFile,
  readJsonFile,
  readSigned,
  signRelease,
} from "./firmware/sign-release.ts";
import { createSigningKey, readSigningKey } from "./firmware/signing-key.ts";
import { showStep } from "./progress.ts";

const USAGE =
  "Say what: npm run firmware -- keygen <key.pem>, sign <file> --manifest <fields.json> --key <key.pem>, publish <file>, list, or revoke <number or key id> (--local: for npm start)";
/** Ending of the file with the signed manifest, beside the firmware. */
const SIGNED = ".signed.json";

await runCommand(async () => {
  const { values, positionals } = parse();
  const [what, which, ...more] = positionals;
  const { local, manifest, key } = values;
  const isSigning = manifest !== undefined && key !== undefined;
  const lines = await (async () => {
    if (more.length > 0 || (what !== "sign" && (manifest ?? key) !== undefined)) return null;
    if (what === "list" && which === undefined) return list(local);
    if (which === undefined) return null;
    if (what === "keygen" && !local) return generate(which);
    if (what === "sign" && isSigning && !local) return sign(which, manifest, key);
    if (what === "publish") return publish(which, local);
    if (what === "revoke" && /^([1-9]\d{0,8}|[0-9a-f]{16})$/.test(which))
      return revoke(which, local);
    return null;
  })();
  if (lines === null) throw new Failure(USAGE);
  console.log(["", ...lines].join("\n  "));
});

function generate(path: string): string[] {
  const { keyId: id, publicKey } = createSigningKey(path);
  return [
    `${path} holds the private key ${id}. Keep it offline; the portal never needs it.`,
    "Add the public key to FIRMWARE_KEYS, separated from others by a space, and deploy:",
    `FIRMWARE_KEYS = "${publicKey}"`,
  ];
}

function sign(path: string, manifest: string, key: string): string[] {
  const signing = readSigningKey(key);
  const signed = signRelease(readFirmwareFile(path), readJsonFile(manifest), signing);
  writeFileSync(`${path}${SIGNED}`, `${JSON.stringify(signed, null, 2)}\n`);
  return [`${path}${SIGNED} is signed with key ${signing.keyId}.`];
}

async function publish(path: string, local: boolean): Promise<string[]> {
  const release = { bytes: readFirmwareFile(path), signed: readSigned(`${path}${SIGNED}`) };
  const keys = await readTrustedKeys();
  const id = await showStep(`Publishing ${path}`, () =>
    withFiles(local, (stores) => publishRelease(stores, release, keys, Date.now())),
  );
  return [`It is release ${id}.`];
}

function list(local: boolean): Promise<string[]> {
  return showStep("Reading the releases", () =>
    withDatabase(local, async (query) => {
      const lines = await listReleases(query);
      return lines.length === 0 ? ["There are no releases."] : lines;
    }),
  );
}

function revoke(which: string, local: boolean): Promise<string[]> {
  const isKey = keyId.safeParse(which).success;
  return showStep(`Revoking ${isKey ? "key" : "release"} ${which}`, () =>
    withDatabase(local, async (query) => {
      if (isKey) await revokeKey(query, which, Date.now());
      else await revokeRelease(query, Number(which), Date.now());
      return listReleases(query);
    }),
  );
}

function parse() {
  try {
    const options = {
      local: { type: "boolean", default: false },
      manifest: { type: "string" },
      key: { type: "string" },
    } as const;
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(
      `${error instanceof Error ? error.message : error}; known are --manifest, --key, --local.`,
    );
  }
}
