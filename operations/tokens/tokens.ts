import { z } from "zod";
import {
  addAccessToken,
  countMemberships,
  listAccessTokens,
  removeAccessToken,
} from "#database/tokens/access-tokens.ts";
import { Problem } from "#domain/problem.ts";
import { ACCESS_TOKEN_PREFIX, MAX_TOKENS } from "#domain/sessions/access-token.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import { confirmed, signedIn } from "../access.ts";
import { closeSockets } from "../auth/close-sockets.ts";
import { confirmField } from "../confirmation.ts";
import type { Context } from "../context.ts";
import { readMailLanguage } from "../mails/read-mail-language.ts";
import { newMemberMail } from "../members/member-mail.ts";
import { operation } from "../operation.ts";
import { maskId } from "./masked-id.ts";
import { describeToken, listedToken, listedTokenExample, newToken } from "./token-schema.ts";

const TOKEN_BYTES = 32;

export const listTokens = operation({
  path: "POST /user/v2/token/list",
  writes: false,
  description: {
    summary:
      "Lists the caller's personal access tokens that have not expired, without the tokens themselves",
    output: z.object({ list: z.array(listedToken) }),
    example: { input: {}, output: { list: [listedTokenExample] } },
  },
  input: z.object({}),
  access: signedIn("editTokens"),
  async run({ context: { database, keys, now }, caller: { person } }) {
    const list = await listAccessTokens(database, person.id, now());
    return { list: list.map((token) => describeToken(keys, token)) };
  },
});

const { id: _, ...example } = listedTokenExample;

/** Only this answer contains the token; the database stores its SHA-256. */
export const addToken = operation({
  path: "POST /user/v2/token/add",
  description: {
    summary:
      "Creates a personal access token, which is returned only once. Returns 409 if the caller has 50 tokens",
    output: listedToken.extend({ token: z.string() }),
    example: {
      input: { name: example.name, scope: example.scope, siteIds: example.siteIds, days: 90 },
      output: {
        ...listedTokenExample,
        token: `${ACCESS_TOKEN_PREFIX}8vK2mQ4tWz1xR7bN5cY0jHsL3dFgA6eUoPiVnXqTkJw`,
      },
    },
  },
  input: newToken.extend(confirmField),
  access: confirmed(signedIn("editTokens")),
  async run({ input: { name, scope, siteIds, days }, context, caller: { person, session } }) {
    const { database, keys, randomBytes } = context;
    const ids = siteIds === null ? null : [...new Set(siteIds)];
    await assertMemberOfAll(context, person.id, ids);
    const token = ACCESS_TOKEN_PREFIX + toBase64Url(randomBytes(TOKEN_BYTES));
    const createdAt = context.now();
    const expiresAt = createdAt + days * DAY_MS;
    const made = { id: digest(token), userId: person.id, name, scope, siteIds: ids };
    const wanted = { ...made, createdAt, expiresAt };
    const mail = newMemberMail(context, {
      template: "tokenCreated",
      values: {
        name: person.name,
        token: name,
        days,
        link: `${context.portalOrigin}/user#tokens`,
      },
      language: await readMailLanguage(context, person),
      recipient: person.email,
    });
    const added = await addAccessToken(database, wanted, { by: session, most: MAX_TOKENS, mail });
    if (added === "tooMany")
      throw new Problem("conflict", { message: "tooManyTokens", limit: MAX_TOKENS });
    if (typeof added === "string")
      throw new Problem(added === "elsewhere" ? "sessionEnded" : "notSignedIn");
    return { ...describeToken(keys, added), token };
  },
});

/** Returns after the sites have closed the token's sockets. */
export const deleteToken = operation({
  path: "POST /user/v2/token/delete",
  limitedBy: "session",
  description: {
    summary:
      "Revokes one of the caller's personal access tokens, and closes its sockets before the answer",
    output: z.null(),
    example: { input: { id: listedTokenExample.id }, output: null },
  },
  input: z.object({ id: z.string() }),
  access: signedIn("editTokens"),
  async run({ input, context, caller: { person } }) {
    const { database, keys, now } = context;
    const tokens = await listAccessTokens(database, person.id, now());
    const named = tokens.find(({ id }) => maskId(keys, "token", id) === input.id);
    if (named === undefined) throw new Problem("notFound");
    await removeAccessToken(database, named.id, now());
    await closeSockets(context, named.id);
    return null;
  },
});

/**
 * Requires the caller to be a member of all sites. A missing site and a foreign one look the same.
 * @throws Problem notFound
 */
async function assertMemberOfAll({ database }: Context, userId: number, siteIds: number[] | null) {
  if (siteIds === null) return;
  if ((await countMemberships(database, userId, siteIds)) !== siteIds.length)
    throw new Problem("notFound");
}
