import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { SECOND_MS } from "#domain/units/durations.ts";
import { WorkSlot } from "./work-slot.ts";

/** Cost of scrypt: N = 2 ** log2N. */
export type PasswordCost = { log2N: number; r: number; p: number };

export const PASSWORD_COST: PasswordCost = { log2N: 15, r: 8, p: 3 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const STORED = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

/** Hashes a password as `scrypt$log2N$r$p$salt$hash`, which contains its cost, so that the cost can rise later. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return store(cost, salt, await derive(password, salt, cost));
}

/** Returns a hash that no password matches, for accounts that do not exist. */
export function unusableHash(cost = PASSWORD_COST): string {
  return store(cost, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));
}

/** Verifies a password. A hash of lower cost takes equally long, so that timing reveals nothing about the account. */
export async function verifyPassword(
  password: string,
  stored: string,
  minCost = PASSWORD_COST,
): Promise<boolean> {
  const [, log2N, r, p, salt, hash] = STORED.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) return false;
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, "base64url"), cost);
  const missing = cost.log2N === minCost.log2N && cost.r === minCost.r ? minCost.p - cost.p : 0;
  if (missing > 0) await derive(password, Buffer.alloc(SALT_BYTES), { ...cost, p: missing });
  return timingSafeEqual(derived, Buffer.from(hash, "base64url"));
}

/** Whether a hash has a lower cost than new ones. */
export function isOutdatedHash(stored: string, cost = PASSWORD_COST): boolean {
  const [, log2N, r, p] = STORED.exec(stored) ?? [];
  return Number(log2N) < cost.log2N || Number(r) < cost.r || Number(p) < cost.p;
}

function store({ log2N, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string {
  return ["scrypt", log2N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** The slot in which this process hashes passwords, one at a time. */
export const passwordSlot = new WorkSlot({ maxWaiting: 40, maxWaitMs: 15 * SECOND_MS });

/** Hashing runs one at a time, because it occupies the processor. */
function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  return passwordSlot.run(() => deriveNow(password, salt, cost));
}

function deriveNow(password: string, salt: Buffer, { log2N, r, p }: PasswordCost): Promise<Buffer> {
  const N = 2 ** log2N;
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, HASH_BYTES, options, (error, derived) =>
      error === null ? resolve(derived) : reject(error),
    );
  });
}
