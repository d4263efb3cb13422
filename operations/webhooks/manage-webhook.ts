import { z } from "zod";
import {
  findWebhook,
  removeWebhook,
  rotateSecret,
  saveWebhook,
} from "#database/webhooks/webhooks.ts";
import { Problem } from "#domain/problem.ts";
import { MAX_WEBHOOK_ADDRESS } from "#domain/webhooks/webhook-address.ts";
import { PREVIOUS_SECRET_MS } from "#domain/webhooks/webhook-attempts.ts";
import { type AtSite, confirmed, onSite } from "../access.ts";
import { confirmField } from "../confirmation.ts";
import type { Context } from "../context.ts";
import { operation } from "../operation.ts";
import { siteInput } from "../site-input.ts";
import { newWebhookSecret } from "./webhook-secret.ts";

const webhook = z.object({
  url: z.string(),
  createTime: z.int(),
  failingSince: z
    .int()
    .nullable()
    .describe("Since when no delivery has succeeded; null if the last one did"),
  disabledTime: z.int().nullable().describe("When it was disabled; null while it is enabled"),
  disabledReason: z
    .enum(["failing", "gone"])
    .nullable()
    .describe("Five days without success, or the receiver answered 410"),
  previousSecretUntil: z
    .int()
    .nullable()
    .describe("Until when deliveries are signed with the replaced secret as well"),
});

const EXAMPLE_URL = "https://hooks.example.org/helioport";
const EXAMPLE_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4ZmYVf5TZLA=";

export const getWebhook = operation({
  path: "POST /site/v2/webhook/get",
  writes: false,
  description: {
    summary: "Returns the webhook of a site without its secret; null if there is none",
    output: webhook.nullable(),
    example: {
      input: { id: 12 },
      output: {
        url: EXAMPLE_URL,
        createTime: 1_790_000_000_000,
        failingSince: null,
        disabledTime: null,
        disabledReason: null,
        previousSecretUntil: null,
      },
    },
  },
  input: siteInput({}),
  access: onSite("editWebhook"),
  async run({ context, site }) {
    const found = await findWebhook(context.database, site.id);
    if (found === undefined) return null;
    const { url, createdAt, failingSince, disabledAt, disabledReason, previousUntil } = found;
    const isPreviousValid = previousUntil !== null && context.now() < previousUntil;
    return {
      url,
      createTime: createdAt,
      failingSince,
      disabledTime: disabledAt,
      disabledReason,
      previousSecretUntil: isPreviousValid ? previousUntil : null,
    };
  },
});

const secret = z
  .string()
  .nullable()
  .describe("The secret of a new webhook, which is shown only once; null if it already had one");

export const updateWebhook = operation({
  path: "POST /site/v2/webhook/update",
  description: {
    summary:
      "Sets the address that receives a site's notifications, and enables it. Only https and public host names",
    output: z.object({ secret }),
    example: { input: { id: 12, url: EXAMPLE_URL }, output: { secret: EXAMPLE_SECRET } },
  },
  input: siteInput({ url: z.string().trim().min(1).max(MAX_WEBHOOK_ADDRESS), ...confirmField }),
  access: confirmed(onSite("editWebhook")),
  async run({ input, context, caller, site }) {
    const read = context.webhooks.readAddress(input.url);
    if ("fault" in read) throw new Problem("invalid", { fields: { url: read.fault } });
    const created = newWebhookSecret(context, site.id);
    const saved = await saveWebhook(context.database, actingAt(context, { caller, site }), {
      url: read.address,
      sealedSecret: created.sealedSecret,
    });
    if (saved === undefined) throw new Problem("notFound");
    const isNew = saved.sealedSecret === created.sealedSecret;
    return { secret: isNew ? created.secret : null };
  },
});

export const rotateWebhookSecret = operation({
  path: "POST /site/v2/webhook/rotate",
  description: {
    summary:
      "Replaces the secret of a site's webhook. For a day, deliveries are signed with the previous one as well",
    output: z.object({ secret: z.string().describe("The new secret, which is shown only once") }),
    example: { input: { id: 12 }, output: { secret: EXAMPLE_SECRET } },
  },
  input: siteInput({ ...confirmField }),
  access: confirmed(onSite("editWebhook")),
  async run({ context, caller, site }) {
    const { database, now } = context;
    const found = await findWebhook(database, site.id);
    if (found === undefined) throw new Problem("notFound");
    const created = newWebhookSecret(context, site.id);
    const isRotated = await rotateSecret(database, actingAt(context, { caller, site }), {
      from: found.sealedSecret,
      to: created.sealedSecret,
      until: now() + PREVIOUS_SECRET_MS,
    });
    if (!isRotated) throw new Problem("conflict");
    return { secret: created.secret };
  },
});

export const deleteWebhook = operation({
  path: "POST /site/v2/webhook/delete",
  description: {
    summary:
      "Deletes the webhook of a site with its secret and its log. Pending deliveries are not sent",
    output: z.null(),
    example: { input: { id: 12 }, output: null },
  },
  input: siteInput({}),
  access: onSite("editWebhook"),
  async run({ context, caller, site }) {
    if (!(await removeWebhook(context.database, actingAt(context, { caller, site }))))
      throw new Problem("notFound");
    return null;
  },
});

function actingAt({ now }: Context, { caller, site }: AtSite) {
  return { siteId: site.id, by: caller.person.id, now: now() };
}
