import { z } from "zod";
import { hashPassword } from "#database/auth/password-hash.ts";
import { changePassword } from "#database/user/password-change.ts";
import { readUserRecord } from "#database/user/user-records.ts";
import { newPasswordTwice, passwordsEqual } from "#domain/users/new-password.ts";
import { typedPassword } from "#domain/users/user.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { signedIn } from "../access.ts";
import { closeSocketsOf } from "../auth/close-sockets.ts";
import type { Context, Person } from "../context.ts";
import { mailLanguageOf, newMail } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";
import { checkOwnPassword, wrongPassword } from "./check-own-password.ts";

const CAUSE_BYTES = 16;

/** Returns after the sites have closed the sockets of all other sessions. */
export const updatePassword = operation({
  path: "POST /user/v2/updatePassword",
  limitedBy: "session",
  description: {
    summary:
      "Changes the caller's password, and ends all other sessions and all personal access tokens",
    output: z.null(),
    example: {
      input: { oldPassword: "sunshine1", password: "Kw7xTq20", confirmPassword: "Kw7xTq20" },
      output: null,
    },
  },
  input: z.object({ oldPassword: typedPassword, ...newPasswordTwice }).refine(...passwordsEqual),
  access: signedIn("editAccount"),
  async run({ input: { oldPassword, password }, context, caller }) {
    const { database, now } = context;
    const { person, session } = caller;
    const field = "oldPassword";
    const from = await checkOwnPassword(context, caller, { field, password: oldPassword });
    const to = await hashPassword(password, context.passwordCost);
    const mail = await describeChange(context, person);
    const change = { id: person.id, from, to, session, now: now() };
    if (!(await changePassword(database, change, mail))) throw wrongPassword(field);
    await closeSocketsOf(context, person.id);
    return null;
  },
});

async function describeChange(context: Context, { id, name, email, language }: Person) {
  const record = await readUserRecord(context.database, id);
  return newMail(context, {
    cause: `passwordChanged:${toBase64Url(context.randomBytes(CAUSE_BYTES))}`,
    template: "passwordChanged",
    values: { name, link: `${context.portalOrigin}/findpass` },
    language: mailLanguageOf(record ?? { language, mailLanguage: null }),
    recipient: email,
  });
}
