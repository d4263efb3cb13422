import { z } from "zod";
import { endSession } from "#database/auth/sessions.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";
import { closeSockets } from "./close-sockets.ts";

/** Returns after the sites have closed the session's sockets. */
export const logout = operation({
  path: "POST /auth/v2/logout",
  limitedBy: "session",
  description: {
    summary: "Ends the session of this call and closes its sockets before the answer",
    output: z.null(),
    example: { input: {}, output: null },
  },
  input: z.object({}),
  access: signedIn("signOut"),
  async run({ context, caller }) {
    await endSession(context.database, caller.session, "self", context.now());
    await closeSockets(context, caller.session);
    return null;
  },
});
