import { z } from "zod";
import { addLink, isOpen, ownerAt } from "#database/auth/links.ts";
import { queueMailOrDummy } from "#database/mails/mail-or-dummy.ts";
import { findAddressee } from "#database/user/users.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { anyone } from "../access.ts";
import { enforceIpRateLimit } from "../auth/enforce-ip-rate-limit.ts";
import { newLink } from "../auth/mail-link.ts";
import { newMail } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";

/** Neither the answer nor its timing reveals whether the address is registered. */
export const sendEmailResetPassword = operation({
  path: "POST /user/v2/sendEmailResetPassword",
  description: {
    summary: "Sends a link for setting a new password if the address is registered",
    output: z.null(),
    example: { input: { email: "ana@example.org" }, output: null },
  },
  input: z.object({ email: emailAddress }),
  access: anyone,
  async run({ input: { email }, context, caller }) {
    await enforceIpRateLimit(context, caller);
    const { database } = context;
    const person = await findAddressee(database, email);
    const { link, address } = newLink(context, "resetPassword");
    const mail = newMail(context, {
      cause: `resetPassword:${link.id}`,
      template: "resetPassword",
      // The name of an account that was never activated may be a stranger's text.
      values: { name: (person.activatedAt === null ? null : person.name) ?? "", link: address },
      language: person.language ?? context.language,
      recipient: email,
    });
    await database.batch([
      addLink(database, link, ownerAt(person.id, email)),
      queueMailOrDummy(database, isOpen(link), mail),
    ]);
    await context.announceMail();
    return null;
  },
});
