import { IV_BYTES, openBytes, sealBytes } from "#protocol/keys/sealed-bytes.ts";
import { WEBHOOK_SECRET_BYTES, writeWebhookSecret } from "#protocol/webhooks/sign-webhook.ts";
import type { Context } from "../context.ts";

/** Creates a secret: its text form, which is shown once, and its stored form, which only this site's webhook opens. */
export function newWebhookSecret(
  { keys, randomBytes }: Pick<Context, "keys" | "randomBytes">,
  siteId: number,
): { secret: string; sealedSecret: string } {
  const secret = randomBytes(WEBHOOK_SECRET_BYTES);
  return {
    secret: writeWebhookSecret(secret),
    sealedSecret: sealBytes(keys.webhook, randomBytes(IV_BYTES), purposeOf(siteId), secret),
  };
}

/** Returns a stored secret; null if the secret of the deployment has changed. */
export function openWebhookSecret(
  { keys }: Pick<Context, "keys">,
  siteId: number,
  sealed: string,
): Uint8Array | null {
  return openBytes(keys.webhook, purposeOf(siteId), sealed);
}

const purposeOf = (siteId: number) => `webhook\n${siteId}`;
