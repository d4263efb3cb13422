import { z } from "zod";
import { endSession, listSessions } from "#database/sessions.ts";
import { Problem } from "#domain/problem.ts";
import { judgeSession } from "#domain/sessions/session-life.ts";
import { signedIn } from "../access.ts";
import { closeSockets } from "../auth/close-sockets.ts";
import type { Context, SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { maskId } from "./masked-id.ts";

/** A session as a list shows it. Times ms UTC, the last use true to within an hour. */
const listedSession = z.object({
  id: z.string(),
  createTime: z.int(),
  lastUseTime: z.int(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});
const listedSessionExample: z.output<typeof listedSession> = {
  id: "mW4kT9xZr2vN7bQ1cY6jHsL0dFgA3eUoPiVnXqTkJw8",
  createTime: 1_790_000_000_000,
  lastUseTime: 1_790_003_600_000,
  current: true,
};

export const listOwnSessions = operation({
  path: "POST /user/v2/session/list",
  description: {
    summary: "Where the caller is signed in, used last first",
    output: z.object({ list: z.array(listedSession) }),
    example: { input: {}, output: { list: [listedSessionExample] } },
  },
  input: z.object({}),
  access: signedIn("endSessions"),
  async run({ context, caller }) {
    const list = (await liveSessions(context, caller)).map(({ id, createdAt, lastUsedAt }) => ({
      id: maskId(context.keys, "session", id),
      createTime: createdAt,
      lastUseTime: lastUsedAt,
      current: id === caller.session,
    }));
    return { list };
  },
});

/** Answers only after the sites have closed the session's sockets. */
export const deleteSession = operation({
  path: "POST /user/v2/session/delete",
  description: {
    summary: "Ends one of the caller's sessions, and its sockets before the answer",
    output: z.null(),
    example: { input: { id: listedSessionExample.id }, output: null },
  },
  input: z.object({ id: z.string() }),
  access: signedIn("endSessions"),
  async run({ input, context, caller }) {
    const sessions = await liveSessions(context, caller);
    const named = sessions.find(({ id }) => maskId(context.keys, "session", id) === input.id);
    if (named === undefined) throw new Problem("notFound");
    const by = named.id === caller.session ? "self" : "elsewhere";
    await endSession(context.database, named.id, by, context.now());
    await closeSockets(context, named.id);
    return null;
  },
});

async function liveSessions({ database, now }: Context, { person }: SignedIn) {
  const sessions = await listSessions(database, person.id);
  return sessions.filter((session) => judgeSession(session, now()) === "live");
}
