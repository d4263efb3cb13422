import { z } from "zod";
import { changeEmail } from "#database/user/email-change.ts";
import { Problem } from "#domain/problem.ts";
import { typedCode } from "#domain/users/codes.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { confirmed, signedIn } from "../access.ts";
import { enforceIpRateLimit } from "../auth/enforce-ip-rate-limit.ts";
import { confirmField } from "../confirmation.ts";
import type { Person } from "../context.ts";
import { newMail } from "../mails/new-mail.ts";
import { readMailLanguage } from "../mails/read-mail-language.ts";
import { operation } from "../operation.ts";
import { assertEmailNotBlocked } from "./assert-email-not-blocked.ts";
import { type CodeFor, checkCode, newCode, sendCode } from "./codes.ts";

const CAUSE_BYTES = 16;

const oldOf = ({ id, email }: Person): CodeFor => ({
  purpose: "oldEmail",
  address: email,
  person: id,
});
const newOf = ({ id }: Person, address: string): CodeFor => ({
  purpose: "newEmail",
  address,
  person: id,
});

/** The result does not reveal whether the new address is registered. */
export const emailCaptcha = operation({
  path: "POST /user/v2/emailCaptcha",
  description: {
    summary:
      "Sends a code for a change of the caller's e-mail address, either to the current address or to the new one",
    output: z.null(),
    example: { input: { kind: "new", email: "ana@example.com" }, output: null },
  },
  input: z
    .object({
      kind: z.enum(["old", "new"]),
      email: emailAddress.optional().describe("New address; required if `kind` is `new`"),
    })
    .refine(({ kind, email }) => kind === "old" || email !== undefined, {
      path: ["email"],
      error: "required",
    }),
  access: signedIn("editAccount"),
  async run({ input: { kind, email = "" }, context, caller }) {
    const { person } = caller;
    await enforceIpRateLimit(context, caller);
    if (kind === "new") await assertEmailNotBlocked(context, email);
    const bound = kind === "old" ? oldOf(person) : newOf(person, email);
    const language = await readMailLanguage(context, person);
    await sendCode(context, bound, { language, name: person.name });
    return null;
  },
});

export const emailVerify = operation({
  path: "POST /user/v2/emailVerify",
  description: {
    summary: "Checks the code sent to the caller's current address without using it up",
    output: z.null(),
    example: { input: { code: "042917" }, output: null },
  },
  input: z.object({ code: typedCode }),
  access: signedIn("editAccount"),
  async run({ input: { code }, context, caller: { person } }) {
    await checkCode(context, oldOf(person), { field: "code", code });
    return null;
  },
});

/** An address of another user is refused like a wrong code, and at the same point. */
export const updateAccountAndEmail = operation({
  path: "POST /user/v2/updateAccountAndEmail",
  description: {
    summary:
      "Changes the caller's e-mail address, which is also the account name, with the codes sent to the current and the new address",
    output: z.null(),
    example: {
      input: { email: "ana@example.com", oldCode: "042917", newCode: "310558" },
      output: null,
    },
  },
  input: z.object({
    email: emailAddress,
    oldCode: typedCode,
    newCode: typedCode,
    ...confirmField,
  }),
  access: confirmed(signedIn("editAccount")),
  async run({ input, context, caller: { person } }) {
    const { email } = input;
    if (email === person.email) throw new Problem("invalid", { fields: { email: "sameEmail" } });
    await assertEmailNotBlocked(context, email);
    const mail = newMail(context, {
      cause: `emailChanged:${toBase64Url(context.randomBytes(CAUSE_BYTES))}`,
      template: "emailChanged",
      values: { name: person.name, email },
      language: await readMailLanguage(context, person),
      recipient: person.email,
    });
    const change = {
      id: person.id,
      from: person.email,
      to: email,
      oldCode: newCode(context, oldOf(person), input.oldCode),
      newCode: newCode(context, newOf(person, email), input.newCode),
    };
    const { oldRight, changed } = await changeEmail(context.database, change, mail);
    if (!changed)
      throw new Problem("invalid", {
        fields: { [oldRight ? "newCode" : "oldCode"]: "wrongCode" },
      });
    return null;
  },
});
