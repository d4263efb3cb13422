import type { ApiAnswer } from "#app/api/api-types.ts";

export type DeliverySummary = ApiAnswer<"POST /site/v2/alarm/delivery/summary">;
/** Kinds of deliveries: the budgets of e-mails, and tests. */
export type DeliveryKind = "urgent" | "alarms" | "others" | "test";
/** A delivery with its kind; its technical name, which logs contain, is `template`. */
export type Delivery = ApiAnswer<"POST /site/v2/alarm/delivery/page">["rows"][number] & {
  kind: DeliveryKind;
};
export type DeliveryHistory = ApiAnswer<"POST /site/v2/alarm/delivery/history">;

/** Rows of a page. */
export const DELIVERIES_PAGE = 25;

/** Channels whose failed deliveries can be sent again. */
export const REPLAY_CHANNELS = ["mail", "webhook"] as const;
export type ReplayChannel = (typeof REPLAY_CHANNELS)[number];

/** Message of a form without a selected delivery. */
export const NOTHING_SELECTED = "nothingSelected";

/** Number of deliveries that a form sent again. */
export type DeliveryExtra = { replayed: number };
