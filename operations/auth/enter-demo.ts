import { z } from "zod";
import { findDemoUser } from "#database/user/users.ts";
import { Problem } from "#domain/problem.ts";
import { anyone } from "../access.ts";
import { operation } from "../operation.ts";
import { beginSession } from "./begin-session.ts";
import { enforceIpRateLimit } from "./enforce-ip-rate-limit.ts";

export const hasDemo = operation({
  path: "GET /auth/v2/hasDemo",
  writes: false,
  description: {
    summary: "Returns whether there is a demo account",
    output: z.boolean(),
    example: { input: {}, output: true },
  },
  served: "pages",
  input: z.object({}),
  access: anyone,
  run: async ({ context }) => (await findDemoUser(context.database)) !== undefined,
});

/**
 * Signs in as the demo account, which changes nothing and sees only public data: it needs no password, and has the rate
 * limit of a login.
 */
export const enterDemo = operation({
  path: "POST /auth/v2/enterDemo",
  description: {
    summary: "Signs in to the demo account, if there is one",
    output: z.object({ token: z.string() }),
    example: { input: {}, output: { token: "Zm9yLXRoZS1hdXRob3JpemF0aW9uLWhlYWRlcg" } },
  },
  served: "pages",
  input: z.object({}),
  access: anyone,
  async run({ context, caller }) {
    await enforceIpRateLimit(context, caller);
    const demo = await findDemoUser(context.database);
    if (demo === undefined) throw new Problem("notFound");
    const token = await beginSession(context, demo);
    if (token === null) throw new Problem("conflict");
    return { token };
  },
});
