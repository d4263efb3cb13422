import { z } from "zod";
import {
  confirmSubscriber,
  findSubscription,
  removeSubscriber,
} from "#database/basic/subscribers.ts";
import { linkToken } from "#domain/users/codes.ts";
import { digest } from "#protocol/keys/digest.ts";
import { anyone } from "../access.ts";
import { wrongLink } from "../auth/mail-link.ts";
import { operation } from "../operation.ts";

const input = z.object({ token: linkToken });
const example = { token: "Zm9yLW5ld3MtYnktbWFpbA" };

/** Returns the state of the subscription for the landing page of the link, which is its only caller. */
export const readSubscription = operation({
  path: "GET /basic/v2/email/subscription",
  writes: false,
  description: {
    summary:
      "Returns whether the e-mail address of a newsletter link is subscribed or waits for confirmation",
    output: z.enum(["waiting", "confirmed"]),
    example: { input: example, output: "waiting" },
  },
  served: "pages",
  input,
  access: anyone,
  async run({ input: { token }, context }) {
    const found = await findSubscription(context.database, digest(token), context.now());
    if (found === undefined) throw wrongLink();
    return found.confirmedAt === null ? "waiting" : "confirmed";
  },
});

export const confirmSubscription = operation({
  path: "POST /basic/v2/email/confirmSubscription",
  description: {
    summary: "Confirms the subscription of a newsletter link's e-mail address",
    output: z.null(),
    example: { input: example, output: null },
  },
  served: "pages",
  input,
  access: anyone,
  async run({ input: { token }, context }) {
    const isDone = await confirmSubscriber(context.database, digest(token), context.now());
    if (!isDone) throw wrongLink();
    return null;
  },
});

/** Unsubscribes without a sign-in: access to the address's e-mails is enough. */
export const endSubscription = operation({
  path: "POST /basic/v2/email/endSubscription",
  description: {
    summary: "Unsubscribes the e-mail address of a newsletter link",
    output: z.null(),
    example: { input: example, output: null },
  },
  served: "pages",
  input,
  access: anyone,
  async run({ input: { token }, context }) {
    if (!(await removeSubscriber(context.database, digest(token)))) throw wrongLink();
    return null;
  },
});
