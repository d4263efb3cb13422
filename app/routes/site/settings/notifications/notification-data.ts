import type { ApiAnswer } from "#app/api/api-types.ts";

export type Preferences = ApiAnswer<"POST /user/v2/notification/get">["preferences"];
export type SitePreferences =
  ApiAnswer<"POST /user/v2/notification/get">["sites"][number]["preferences"];
export type EscalationStep = ApiAnswer<"POST /site/v2/alarm/escalation/list">["steps"][number];
export type Webhook = NonNullable<ApiAnswer<"POST /site/v2/webhook/get">>;
export type WebhookDelivery = ApiAnswer<"POST /site/v2/webhook/deliveries">["list"][number];
export type Member = { userId: number; name: string };

/** Results of the forms of a webhook. */
export type WebhookExtra = {
  /** A new secret, which is shown only once. */
  secret: string;
  tested: ApiAnswer<"POST /site/v2/webhook/test">;
};

/** Places of the steps of an escalation. */
export const STEPS = [0, 1, 2] as const;
