import { CHANNELS, type Channel } from "#domain/notifications/notice.ts";

export const STATES = ["waiting", "sent", "failed"] as const;
export type State = (typeof STATES)[number];
export const PERIODS = ["day", "week"] as const;
export type Period = (typeof PERIODS)[number];

/** Content of the page, as its address names it. */
export type DeliveryQuery = { channel: Channel; state: State; period: Period; page: number };

const USUAL: DeliveryQuery = { channel: "mail", state: "failed", period: "day", page: 1 };
const WHOLE = /^[1-9]\d{0,6}$/;

/** Reads the query of an address; what it does not have or has wrong is as usual. */
export function readDeliveryQuery(params: URLSearchParams): DeliveryQuery {
  const one = <Value extends string>(name: string, values: readonly Value[], usual: Value) =>
    values.find((value) => value === params.get(name)) ?? usual;
  const page = params.get("page") ?? "";
  return {
    channel: one("channel", CHANNELS, USUAL.channel),
    state: one("state", STATES, USUAL.state),
    period: one("period", PERIODS, USUAL.period),
    page: WHOLE.test(page) ? Number(page) : USUAL.page,
  };
}

/** Address of the page with some changes; each but that of the page number begins at the first page. */
export function deliveryAddress(query: DeliveryQuery, changes: Partial<DeliveryQuery>): string {
  const shown = { ...query, page: 1, ...changes };
  const params = new URLSearchParams();
  for (const name of ["channel", "state", "period", "page"] as const)
    if (shown[name] !== USUAL[name]) params.set(name, String(shown[name]));
  return params.size === 0 ? "/platform/deliveries" : `/platform/deliveries?${params}`;
}
