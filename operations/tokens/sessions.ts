import { z } from "zod";
import { endSession, endSessionAndTokens, listSessions } from "#database/auth/sessions.ts";
import { listAccessTokens } from "#database/tokens/access-tokens.ts";
import { Problem } from "#domain/problem.ts";
import { judgeSession } from "#domain/sessions/session-life.ts";
import { confirmed, signedIn } from "../access.ts";
import { closeSockets } from "../auth/close-sockets.ts";
import { confirmField } from "../confirmation.ts";
import type { Context, SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { maskId } from "./masked-id.ts";

/** A listed session. Times are ms UTC; the last use is accurate to an hour. */
const listedSession = z.object({
  id: z.string(),
  createTime: z.int(),
  lastUseTime: z.int(),
  /** Whether it is the session of this call. */
  current: z.boolean(),
  client: z.string().nullable().describe("Browser and operating system, if known"),
  tokens: z.int().describe("Number of valid personal access tokens that the session created"),
});
const listedSessionExample: z.output<typeof listedSession> = {
  id: "mW4kT9xZr2vN7bQ1cY6jHsL0dFgA3eUoPiVnXqTkJw8",
  createTime: 1_790_000_000_000,
  lastUseTime: 1_790_003_600_000,
  current: true,
  client: "Firefox, Linux",
  tokens: 0,
};

export const listOwnSessions = operation({
  path: "POST /user/v2/session/list",
  writes: false,
  description: {
    summary: "Lists the caller's sessions, the most recently used first",
    output: z.object({ list: z.array(listedSession) }),
    example: { input: {}, output: { list: [listedSessionExample] } },
  },
  input: z.object({}),
  access: signedIn("endSessions"),
  async run({ context, caller }) {
    const { database, now } = context;
    const tokens = await listAccessTokens(database, caller.person.id, now());
    const sessions = await liveSessions(context, caller);
    const list = sessions.map(({ id, createdAt, lastUsedAt, client }) => ({
      id: maskId(context.keys, "session", id),
      createTime: createdAt,
      lastUseTime: lastUsedAt,
      current: id === caller.session,
      client,
      tokens: tokens.filter(({ sessionId }) => sessionId === id).length,
    }));
    return { list };
  },
});

/** Returns after the sites have closed the session's sockets. */
export const deleteSession = operation({
  path: "POST /user/v2/session/delete",
  limitedBy: "session",
  description: {
    summary:
      "Ends one of the caller's sessions and, with `tokens`, the personal access tokens that it created. Closes their sockets before the answer",
    output: z.null(),
    example: { input: { id: listedSessionExample.id }, output: null },
  },
  input: z.object({
    id: z.string(),
    tokens: z
      .boolean()
      .default(false)
      .describe("Whether to revoke the tokens that the session created"),
    ...confirmField,
  }),
  // Ending the own session is a sign-out, which needs no confirmation.
  access: confirmed(
    signedIn("endSessions"),
    ({ id }: { id: string }, { session }, { keys }) => id !== maskId(keys, "session", session),
  ),
  async run({ input, context, caller }) {
    const sessions = await liveSessions(context, caller);
    const named = sessions.find(({ id }) => maskId(context.keys, "session", id) === input.id);
    if (named === undefined) throw new Problem("notFound");
    const by = named.id === caller.session ? "self" : "elsewhere";
    const end = input.tokens ? endSessionAndTokens : endSession;
    const revoked = await end(context.database, named.id, by, context.now());
    const closed = [named.id, ...revoked].map((id) => closeSockets(context, id));
    // Every reachable site is notified before the answer.
    await Promise.allSettled(closed);
    await Promise.all(closed);
    return null;
  },
});

async function liveSessions({ database, now }: Context, { person }: SignedIn) {
  const sessions = await listSessions(database, person.id);
  return sessions.filter((session) => judgeSession(session, now()) === "live");
}
