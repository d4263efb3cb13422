import { firmwareKey, type SignedManifest } from "#domain/firmware/release.ts";
import { isFileOf } from "#protocol/firmware/file-check.ts";
import { type FirmwareKeys, verifyManifest } from "#protocol/firmware/verify-release.ts";
import { type Apply, type Query, quote } from "../deployment/query.ts";
import { Failure } from "../failure.ts";

/** Puts a file into the store of the portal. */
export type PutFile = (key: string, bytes: Uint8Array) => Promise<void>;

/** Why a release is not published, in words. */
const FAULTS = {
  malformed: "the manifest is not of this format",
  unknownKey: "FIRMWARE_KEYS does not have its key",
  revokedKey: "its key was revoked",
  wrongSignature: "the signature is wrong",
  notYet: "it is not valid yet",
  expired: "it has expired",
  revoked: "it was revoked",
  wrongFile: "the file is another one",
} as const;

/**
 * Verifies a release, stores its file and then its record, so that a record always has a file.
 * @param now ms UTC
 * @returns the number of the release
 * @throws Failure if the release is refused
 */
export async function publishRelease(
  { query, apply, putFile }: { query: Query; apply: Apply; putFile: PutFile },
  { signed, bytes }: { signed: SignedManifest; bytes: Uint8Array },
  keys: FirmwareKeys,
  now: number,
): Promise<number> {
  const revoked = new Set(
    (await query("SELECT key_id FROM firmware_revoked_keys")).map(({ key_id }) => String(key_id)),
  );
  const verified = await verifyManifest(signed, { keys, revoked }, now);
  if (!verified.ok) throw refusal(FAULTS[verified.fault]);
  const { manifest } = verified;
  if (!isFileOf(manifest, bytes)) throw refusal(FAULTS.wrongFile);
  const { vendor, family, typeCode, component, version, sequence, sha256, expires } = manifest;
  const same = [
    `vendor = ${quote(vendor)}`,
    `family = ${quote(family)}`,
    `type_code = ${quote(typeCode)}`,
    `component = ${quote(component)}`,
  ].join(" AND ");
  const [newest] = await query(
    `SELECT max(sequence) AS sequence FROM firmware_releases WHERE ${same}`,
  );
  const last = newest?.sequence;
  if (typeof last === "number" && sequence <= last)
    throw refusal(`its sequence ${sequence} is not above ${last}, that of the newest one`);
  await putFile(firmwareKey(sha256), bytes);
  const texts = [vendor, family, typeCode, component, version].map(quote);
  const rest = [sha256, signed.manifest, signed.signature, signed.keyId].map(quote);
  // A manifest may be too long for a command line.
  await apply([
    `INSERT INTO firmware_releases (vendor, family, type_code, component, version, sequence, sha256, manifest, signature, key_id, published_at, expires_at) VALUES (${texts.join(", ")}, ${sequence}, ${rest.join(", ")}, ${now}, ${expires})`,
  ]);
  const [made] = await query(
    `SELECT id FROM firmware_releases WHERE ${same} AND sequence = ${sequence}`,
  );
  return Number(made?.id);
}

function refusal(reason: string): Failure {
  return new Failure(`The release is not published: ${reason}.`);
}

/** Lists the releases, newest first, one line each. */
export async function listReleases(query: Query): Promise<string[]> {
  const rows = await query(
    "SELECT id, vendor, family, type_code, component, version, sequence, key_id, revoked_at, key_id IN (SELECT key_id FROM firmware_revoked_keys) AS key_revoked FROM firmware_releases ORDER BY id DESC LIMIT 200",
  );
  return rows.map((row) => {
    const marks = [
      row.revoked_at === null ? [] : ["revoked"],
      row.key_revoked === 1 ? ["key revoked"] : [],
    ].flat();
    const end = marks.length === 0 ? "" : ` (${marks.join(", ")})`;
    return `${row.id}  ${row.vendor} ${row.family} ${row.type_code} ${row.component} ${row.version}, sequence ${row.sequence}, key ${row.key_id}${end}`;
  });
}

/**
 * Revokes a release by its number. Sites that fetch it at the moment get no more of it.
 * @throws Failure if there is none, or if it is revoked already
 */
export async function revokeRelease(query: Query, id: number, now: number): Promise<void> {
  const revoked = await query(
    `UPDATE firmware_releases SET revoked_at = ${now} WHERE id = ${id} AND revoked_at IS NULL RETURNING id`,
  );
  if (revoked.length === 0)
    throw new Failure(`There is no release ${id} to revoke: see \`npm run firmware -- list\`.`);
}

/** Revokes a key, and with it all releases that it signed. It may be repeated. */
export async function revokeKey(query: Query, keyId: string, now: number): Promise<void> {
  await query(
    `INSERT INTO firmware_revoked_keys (key_id, revoked_at) VALUES (${quote(keyId)}, ${now}) ON CONFLICT DO NOTHING`,
  );
}
