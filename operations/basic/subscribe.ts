import { z } from "zod";
import { addSubscriber } from "#database/basic/subscribers.ts";
import { emailAddress } from "#domain/users/email-address.ts";
import { personName } from "#domain/users/profile.ts";
import { toBase64Url } from "#protocol/base64url.ts";
import { digest } from "#protocol/keys/digest.ts";
import { anyone } from "../access.ts";
import { enforceIpRateLimit } from "../auth/enforce-ip-rate-limit.ts";
import { newMail } from "../mails/new-mail.ts";
import { operation } from "../operation.ts";

const TOKEN_BYTES = 16;

/**
 * Gives the same answer after the same work, whether or not the address is subscribed. The address counts once its
 * confirmation link is followed, because anyone may enter it.
 */
export const subscribe = operation({
  path: "POST /basic/v2/email/addSubscribeEmail",
  description: {
    summary: "Sends a link that confirms the subscription of an e-mail address to news",
    output: z.null(),
    example: { input: { name: "Ana", email: "ana@example.org" }, output: null },
  },
  input: z.object({ name: personName, email: emailAddress }),
  access: anyone,
  async run({ input: { name, email }, context, caller }) {
    await enforceIpRateLimit(context, caller);
    const token = toBase64Url(context.randomBytes(TOKEN_BYTES));
    const link = digest(token);
    const mail = newMail(context, {
      cause: `confirmSubscription:${link}`,
      template: "confirmSubscription",
      values: {
        link: `${context.portalOrigin}/subscribed?${new URLSearchParams({ token })}`,
      },
      language: context.language,
      recipient: email,
    });
    await addSubscriber(context.database, { email, name, link, now: context.now() }, mail);
    await context.announceMail();
    return null;
  },
});
