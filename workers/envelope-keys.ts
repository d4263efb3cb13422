import {
  addEnvelopeKey,
  deleteEnvelopeKeys,
  listEnvelopeKeys,
  type StoredEnvelopeKey,
} from "#database/basic/envelopes.ts";
import type { Database } from "#database/connect.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { EnvelopeKeys } from "#operations/context.ts";
import {
  importServerKey,
  namePublicKey,
  type PublicJwk,
  publicJwk,
  WRAPPING,
} from "#protocol/envelope/server-key.ts";
import type { KeyRing } from "#protocol/keys/key-ring.ts";
import { IV_BYTES, openBytes, sealBytes } from "#protocol/keys/sealed-bytes.ts";

/** Time for which a key is current. */
export const KEY_LIFETIME_MS = 30 * DAY_MS;
/** Time for which a superseded key is still accepted. */
const KEY_GRACE_MS = DAY_MS;
/** Maximum age of an isolate's cached keys. */
const KNOWN_FOR_MS = MINUTE_MS;
/** Maximum age of the cached keys if a call names an unknown key, which may be new. */
const REREAD_AFTER_MS = 1_000;

const RSA = { ...WRAPPING, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) };

type ServerKey = { stored: StoredEnvelopeKey; publicJwk: PublicJwk; privateKey: CryptoKey };
type Known = { keys: ServerKey[]; newest: StoredEnvelopeKey | undefined; readAt: number };
type Deps = {
  database: Database;
  keys: KeyRing;
  now(): number;
  randomBytes(length: number): Uint8Array;
};

/**
 * Opens the server's RSA keys, which are stored in the database with sealed private keys and cached by each isolate.
 */
export function openEnvelopeKeys(deps: Deps): EnvelopeKeys {
  const { database, now } = deps;
  let known: Known = { keys: [], newest: undefined, readAt: Number.NEGATIVE_INFINITY };

  async function read(notOlderThan: number): Promise<Known> {
    if (now() - known.readAt < notOlderThan) return known;
    const readAt = now();
    const rows = withinGrace(await listEnvelopeKeys(database), readAt);
    const before = known.keys;
    const opened = await Promise.all(
      rows.map((row) => before.find((key) => key.stored.kid === row.kid) ?? open(deps, row)),
    );
    known = { keys: opened.filter((key) => key !== null), newest: rows[0], readAt };
    return known;
  }

  return {
    async list() {
      let { keys, newest } = await read(KNOWN_FOR_MS);
      // There is no key yet, or the secret that sealed it has changed.
      if (keys.length === 0 || keys[0]?.stored.kid !== newest?.kid) {
        ({ newest } = await read(0));
        await makeAfter(deps, newest);
        ({ keys } = await read(0));
      }
      return keys.map((key) => key.publicJwk);
    },
    async find(kid) {
      const isNamed = (key: ServerKey) => key.stored.kid === kid;
      const { keys } = await read(KNOWN_FOR_MS);
      const found = keys.find(isNamed) ?? (await read(REREAD_AFTER_MS)).keys.find(isNamed);
      return found?.privateKey ?? null;
    },
    async renew() {
      const { newest } = await read(0);
      if (newest !== undefined && now() - newest.createdAt >= KEY_LIFETIME_MS)
        await makeAfter(deps, newest);
      await deleteEnvelopeKeys(database, now() - KEY_GRACE_MS);
      await read(0);
    },
  };
}

/**
 * Returns the keys that are still accepted, newest first. A key is accepted until a day after its successor was
 * created.
 */
function withinGrace(rows: readonly StoredEnvelopeKey[], now: number): StoredEnvelopeKey[] {
  return rows.filter((_, place) => {
    const next = rows[place - 1];
    return next === undefined || now < next.createdAt + KEY_GRACE_MS;
  });
}

const sealedFor = (kid: string) => `envelope\n${kid}`;

/** Returns null if the key was sealed with another secret. */
async function open({ keys }: Deps, stored: StoredEnvelopeKey): Promise<ServerKey | null> {
  const plain = openBytes(keys.envelope, sealedFor(stored.kid), stored.privateKey);
  if (plain === null) return null;
  return {
    stored,
    publicJwk: publicJwk.parse(JSON.parse(stored.publicKey)),
    privateKey: await importServerKey(JSON.parse(new TextDecoder().decode(plain))),
  };
}

/** Creates the successor of the newest key, unless another isolate was faster. */
async function makeAfter(
  { database, keys, now, randomBytes }: Deps,
  newest: StoredEnvelopeKey | undefined,
): Promise<void> {
  const pair = (await crypto.subtle.generateKey(RSA, true, [
    "encrypt",
    "decrypt",
  ])) as CryptoKeyPair;
  const { subtle } = crypto;
  const [publicKey, privateKey] = await Promise.all([
    subtle.exportKey("jwk", pair.publicKey) as Promise<JsonWebKey>,
    subtle.exportKey("jwk", pair.privateKey) as Promise<JsonWebKey>,
  ]);
  const named = namePublicKey(publicKey);
  const plain = new TextEncoder().encode(JSON.stringify(privateKey));
  await addEnvelopeKey(
    database,
    {
      kid: named.kid,
      publicKey: JSON.stringify(named),
      privateKey: sealBytes(keys.envelope, randomBytes(IV_BYTES), sealedFor(named.kid), plain),
      createdAt: Math.max(now(), (newest?.createdAt ?? 0) + 1),
    },
    newest?.kid ?? null,
  );
}
