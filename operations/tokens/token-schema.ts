import { z } from "zod";
import type { StoredToken } from "#database/tokens/access-tokens.ts";
import { PLAIN_LINE } from "#domain/plain-line.ts";
import { MAX_TOKEN_DAYS, MAX_TOKEN_SITES, TOKEN_SCOPES } from "#domain/sessions/access-token.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import type { KeyRing } from "#protocol/keys/key-ring.ts";
import { maskId } from "./masked-id.ts";

const MAX_NAME_LENGTH = 100;

/** Settings of a new token. */
export const newToken = z.object({
  name: z.string().trim().min(1, "required").max(MAX_NAME_LENGTH, "tooLong").regex(PLAIN_LINE),
  scope: z.enum(TOKEN_SCOPES),
  /** Null or omitted means every site of the user, future ones included. */
  siteIds: z
    .array(z.int().min(1))
    .min(1, "required")
    .max(MAX_TOKEN_SITES, "tooMany")
    .nullable()
    .default(null),
  days: z.int().min(1).max(MAX_TOKEN_DAYS),
});

/** A listed token. Times ms UTC. */
export const listedToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  siteIds: z.array(z.int()).nullable(),
  createTime: z.int(),
  expireTime: z.int(),
  lastUseTime: z.int().nullable(),
  session: z
    .object({
      id: z.string(),
      client: z.string().nullable().describe("Browser and operating system, if known"),
      createTime: z.int().describe("When the session began, ms UTC"),
    })
    .nullable()
    .describe("Session that created the token; null for tokens from before this field existed"),
});

/** Describes a token for lists, with masked ids of the token and its session. */
export function describeToken(keys: KeyRing, token: StoredToken): z.output<typeof listedToken> {
  const { id, name, scope, siteIds, createdAt, expiresAt, lastUsedAt } = token;
  const { sessionId, sessionClient, sessionCreatedAt } = token;
  return {
    id: maskId(keys, "token", id),
    name,
    scope,
    siteIds,
    createTime: createdAt,
    expireTime: expiresAt,
    lastUseTime: lastUsedAt,
    session:
      sessionId === null
        ? null
        : {
            id: maskId(keys, "session", sessionId),
            client: sessionClient,
            createTime: sessionCreatedAt ?? createdAt,
          },
  };
}

const MADE = 1_790_000_000_000;

export const listedTokenExample: z.output<typeof listedToken> = {
  id: "Vb1pYy9mJ2c3nqW8sT0kLrA5xEuZfD7hGiOjKoMwQeU",
  name: "Home automation",
  scope: "control",
  siteIds: [12],
  createTime: MADE,
  expireTime: MADE + 90 * DAY_MS,
  lastUseTime: null,
  session: {
    id: "mW4kT9xZr2vN7bQ1cY6jHsL0dFgA3eUoPiVnXqTkJw8",
    client: "Firefox, Linux",
    createTime: MADE - DAY_MS,
  },
};
