import {
  disableWebhook,
  recordFailure,
  settleDelivery,
  type TakenDelivery,
} from "#database/webhooks/webhook-deliveries.ts";
import { findWebhookOwner } from "#database/webhooks/webhooks.ts";
import {
  DISABLED_AFTER_MS,
  type DisabledReason,
  nextWebhookAttempt,
  WEBHOOK_LIFETIME_MS,
} from "#domain/webhooks/webhook-attempts.ts";
import { sealSiteKey } from "#protocol/keys/page-keys.ts";
import { signWebhook } from "#protocol/webhooks/sign-webhook.ts";
import type { Context } from "../context.ts";
import { mailLanguageOf, newMail } from "../mails/new-mail.ts";
import { TEST_TYPE } from "./webhook-body.ts";
import type { WebhookOutcome } from "./webhook-provider.ts";
import { openWebhookSecret } from "./webhook-secret.ts";

export type WebhookContext = Pick<
  Context,
  "database" | "now" | "log" | "keys" | "randomBytes" | "webhooks" | "portalOrigin"
>;

const LATE = { kind: "failed", status: null, fault: "late", retryAfter: 0 } as const;
const NO_SECRET = { kind: "failed", status: null, fault: "secret", retryAfter: 0 } as const;
/** Status by which a receiver ends its subscription (standard-webhooks). */
const GONE_STATUS = 410;

/**
 * Makes one attempt and stores its result. A failed test is not repeated.
 * @param takenUntil end of the claim under which the delivery was taken
 */
export async function attemptDelivery(
  context: WebhookContext,
  delivery: TakenDelivery,
  takenUntil: number,
): Promise<WebhookOutcome> {
  const { database, log, now, randomBytes, webhooks } = context;
  const { id, key, body, url, attempts, webhookId } = delivery;
  const isTest = delivery.type === TEST_TYPE;
  if (now() >= delivery.createdAt + WEBHOOK_LIFETIME_MS) {
    const late = { ...LATE, durationMs: null, now: now() };
    await recordFailure(database, delivery, late, { takenUntil, dueAt: null, isTest });
    return LATE;
  }
  const secrets = validSecrets(context, delivery);
  const begun = now();
  const headers = signWebhook({ id: key, at: begun, body }, secrets);
  const outcome = secrets.length === 0 ? NO_SECRET : await webhooks.send({ url, headers, body });
  const durationMs = secrets.length === 0 ? null : Math.max(0, now() - begun);
  if (outcome.kind === "delivered") {
    await settleDelivery(database, delivery, { ...outcome, fault: null, durationMs, now: now() });
    return outcome;
  }
  const { status, fault, retryAfter } = outcome;
  log.info("a webhook did not accept a delivery", { id, attempts, fault, status: status ?? 0 });
  const chance = (randomBytes(1)[0] ?? 0) / 255;
  const dueAt = isTest ? null : nextWebhookAttempt(delivery, now(), { chance, retryAfter });
  const failure = { status, fault, durationMs, now: now() };
  await recordFailure(database, delivery, failure, { takenUntil, dueAt, isTest });
  const since = delivery.failingSince ?? now();
  if (status === GONE_STATUS) await disable(context, { webhookId, url }, "gone");
  else if (now() - since >= DISABLED_AFTER_MS)
    await disable(context, { webhookId, url }, "failing");
  return outcome;
}

/** The current secret, and the previous one while it still counts. */
function validSecrets(
  context: WebhookContext,
  { siteId, sealedSecret, sealedPrevious, previousUntil }: TakenDelivery,
): Uint8Array[] {
  const isPreviousValid = previousUntil !== null && context.now() < previousUntil;
  const sealed = [sealedSecret, isPreviousValid ? sealedPrevious : null];
  return sealed.flatMap((one) => {
    const secret = one === null ? null : openWebhookSecret(context, siteId, one);
    return secret === null ? [] : [secret];
  });
}

/** Disables a webhook and notifies the owner of its site. */
async function disable(
  context: WebhookContext,
  webhook: Pick<TakenDelivery, "webhookId" | "url">,
  reason: DisabledReason,
): Promise<void> {
  const { database, keys, log, now, portalOrigin } = context;
  const owner = await findWebhookOwner(database, webhook.webhookId);
  log.info("a webhook was disabled", { webhookId: webhook.webhookId, reason });
  const at = now();
  const linkTo = (userId: number, siteId: number) => {
    const query = new URLSearchParams({ key: sealSiteKey(keys, userId, siteId) });
    return `${portalOrigin}/settings/notifications?${query}`;
  };
  const mail =
    owner === undefined
      ? null
      : newMail(context, {
          cause: `webhookDisabled:${webhook.webhookId}:${at}`,
          template: "webhookDisabled",
          values: {
            name: owner.name,
            site: owner.site,
            host: new URL(webhook.url).host,
            reason,
            link: linkTo(owner.id, owner.siteId),
          },
          language: mailLanguageOf(owner),
          recipient: owner.email,
        });
  await disableWebhook(database, webhook, reason, { now: at, mail });
}
