import { z } from "zod";
import { readConfirmation } from "#database/auth/sessions.ts";
import { Problem } from "#domain/problem.ts";
import { isConfirmed } from "#domain/sessions/confirmation.ts";
import { typedPassword } from "#domain/users/user.ts";
import type { Context, SignedIn } from "./context.ts";
import { checkOwnPassword } from "./user/check-own-password.ts";

/** The input field of operations that require a confirmation of identity. */
export const confirmField = {
  confirm: z
    .object({ password: typedPassword })
    .optional()
    .describe(
      "The caller's password; not needed within ten minutes of `POST /auth/v2/confirm` by the same session",
    ),
};

/** Input of an operation with `confirmField`. */
export type Confirmable = { confirm?: { password: string } | undefined };

/**
 * Requires the caller's password, either in this call or confirmed recently by the same session.
 * @throws Problem forbidden with a reason; invalid if the password is wrong; tooFast after too many wrong ones
 */
export async function requireConfirmation(
  { confirm }: Confirmable,
  caller: SignedIn,
  context: Context,
): Promise<void> {
  requireSession(caller);
  if (confirm !== undefined) {
    const { password } = confirm;
    await checkOwnPassword(context, caller, { field: "confirm.password", password });
    return;
  }
  const confirmedAt = await readConfirmation(context.database, caller.session);
  if (!isConfirmed(confirmedAt, context.now()))
    throw new Problem("forbidden", {
      message: "confirmationRequired",
      reason: "confirmationRequired",
    });
}

/**
 * Requires a session instead of a personal access token, which cannot confirm an identity.
 * @throws Problem forbidden
 */
export function requireSession({ token }: SignedIn): void {
  if (token !== undefined)
    throw new Problem("forbidden", { message: "sessionRequired", reason: "sessionRequired" });
}
