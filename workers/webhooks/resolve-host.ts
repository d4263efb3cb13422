import { z } from "zod";
import { SECOND_MS } from "#domain/units/durations.ts";

/** Cloudflare's resolver, which the platform uses as well; it returns JSON. */
const RESOLVER = "https://cloudflare-dns.com/dns-query";
const TIMEOUT_MS = 5 * SECOND_MS;

/** Numbers of the record types that contain addresses. */
const ADDRESS_TYPES = { A: 1, AAAA: 28 } as const;

/** Statuses of DNS: the name exists, or it does not. */
const RESOLVED = [0, 3];

const answers = z.object({
  Status: z.int(),
  Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
});

type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/**
 * Resolves a host name over HTTPS, because a Worker cannot see which address its own requests use.
 * @returns all IPv4 and IPv6 addresses; empty if the name has none
 * @throws if the resolver cannot be reached or fails
 */
export async function resolveHost(name: string, fetch: Fetch): Promise<string[]> {
  const types = Object.keys(ADDRESS_TYPES) as (keyof typeof ADDRESS_TYPES)[];
  const lists = await Promise.all(types.map((type) => query(name, type, fetch)));
  return lists.flat();
}

async function query(
  name: string,
  type: keyof typeof ADDRESS_TYPES,
  fetch: Fetch,
): Promise<string[]> {
  const response = await fetch(`${RESOLVER}?${new URLSearchParams({ name, type })}`, {
    headers: { Accept: "application/dns-json" },
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the resolver answered ${response.status}`);
  }
  const { Status: status, Answer: records } = answers.parse(await response.json());
  if (!RESOLVED.includes(status)) throw new Error(`the resolver returned ${status}`);
  return records
    .filter((record) => record.type === ADDRESS_TYPES[type])
    .map((record) => record.data);
}
