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

/** Serves the landing page of the link; only that page calls it. */
export const readSubscription = operation({
  path: "GET /basic/v2/email/subscription",
  writes: false,
  description: {
    summary: "Whether the address of a link for news is on the list, or waits to be confirmed",
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
    summary: "Puts the address of a link on the list for news",
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
    summary: "Unsubscribes the address of a link from the news",
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
