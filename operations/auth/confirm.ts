import { z } from "zod";
import { confirmSession } from "#database/auth/sessions.ts";
import { Problem } from "#domain/problem.ts";
import { CONFIRMATION_LIFETIME_MS } from "#domain/sessions/confirmation.ts";
import { typedPassword } from "#domain/users/user.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";
import { checkOwnPassword } from "../user/check-own-password.ts";

const AT = 1_790_000_000_000;

/** Confirms the user's identity with the password, which a stolen session cannot do. */
export const confirmIdentity = operation({
  path: "POST /auth/v2/confirm",
  limitedBy: "session",
  description: {
    summary:
      "Confirms the caller's identity with the password. For ten minutes, calls of this session do not need the `confirm` field",
    output: z.object({ expires: z.int().describe("ms UTC") }),
    example: {
      input: { password: "sunshine1" },
      output: { expires: AT + CONFIRMATION_LIFETIME_MS },
    },
  },
  input: z.object({ password: typedPassword }),
  access: signedIn("editAccount"),
  async run({ input: { password }, context, caller }) {
    await checkOwnPassword(context, caller, { field: "password", password });
    const now = context.now();
    if (!(await confirmSession(context.database, caller.session, now)))
      throw new Problem("notSignedIn");
    const expires = now + CONFIRMATION_LIFETIME_MS;
    try {
      await context.switchCounter(caller.person.id).confirm(caller.session, expires);
    } catch (error) {
      // The confirmation holds everywhere else; only the counter of switched sites will require another one.
      context.log.error("a confirmation did not reach the counter of switched sites", error);
    }
    return { expires };
  },
});
