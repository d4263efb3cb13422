import { z } from "zod";
import { emailAddress } from "#domain/users/email-address.ts";
import { Failure } from "../failure.ts";
import { count, type Page } from "./page-of.ts";
import { type Query, quote } from "./query.ts";

/** An e-mail address, or a domain with "@" before it, normalized as registration compares it. */
export const blockedAddress = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => emailAddress.safeParse(text.startsWith("@") ? `a${text}` : text).success);

/** Blocks an address and returns the effects, one line each. */
export async function addBlocked(query: Query, address: string, now: number): Promise<string[]> {
  const text = quote(address);
  const made = await query(
    `INSERT INTO blocked_addresses (address, created_at) VALUES (${text}, ${now}) ON CONFLICT DO NOTHING RETURNING address`,
  );
  const [people] = await query(
    `SELECT count(*) AS n FROM users WHERE email = ${text} OR substr(email, instr(email, '@')) = ${text}`,
  );
  return [
    made.length > 0 ? `${address} is blocked.` : `${address} was blocked already.`,
    ...(people?.n ? [`Accounts that have such an address and stay: ${count(people.n)}`] : []),
  ];
}

/** Lists one page of the blocked addresses, one line each. */
export async function listBlocked(query: Query, page: Page): Promise<string[]> {
  const [counted] = await query("SELECT count(*) AS total FROM blocked_addresses");
  const total = Number(counted?.total);
  if (total === 0) return ["Nothing is blocked."];
  const rows = await query(
    `SELECT address FROM blocked_addresses ORDER BY address LIMIT ${page.limit} OFFSET ${page.offset}`,
  );
  return [
    `${count(total)} blocked`,
    ...rows.map(({ address }) => String(address)),
    ...page.describe(total),
  ];
}

/**
 * Unblocks an address.
 * @throws Failure if the address is not blocked
 */
export async function removeBlocked(query: Query, address: string): Promise<void> {
  const removed = await query(
    `DELETE FROM blocked_addresses WHERE address = ${quote(address)} RETURNING address`,
  );
  if (removed.length === 0)
    throw new Failure(`${address} is not blocked: see \`npm run blocked -- list\`.`);
}
