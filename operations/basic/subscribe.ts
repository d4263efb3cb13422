import { z } from "zod";
import { addSubscriber } from "#database/subscribers.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { personName } from "#domain/users/profile.ts";
import { mask } from "#protocol/keys/masked.ts";
import { anyone } from "../access.ts";
import { demandFewCalls } from "../auth/demand-few-calls.ts";
import { newMail } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";

/** The same answer after the same work, whether or not the address is on the list. */
export const subscribe = operation({
  path: "POST /basic/v2/email/addSubscribeEmail",
  description: {
    summary: "Puts an address on the list for news by e-mail",
    output: z.null(),
    example: { input: { name: "Ana", email: "ana@example.org" }, output: null },
  },
  input: z.object({ name: personName, email: emailAddress }),
  access: anyone,
  async run({ input: { name, email }, context, caller }) {
    await demandFewCalls(context, caller);
    const mail = newMail(context, {
      cause: `subscribed:${mask(context.keys, "subscriber", email)}`,
      template: "subscribed",
      values: { name },
      language: context.language,
      recipient: email,
    });
    await addSubscriber(context.database, { email, name, now: context.now() }, mail);
    return null;
  },
});
