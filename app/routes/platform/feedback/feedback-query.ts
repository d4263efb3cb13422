import { FEEDBACK_STATES, type FeedbackState } from "#domain/feedback/states.ts";

/** Messages on one page of the list. */
export const FEEDBACK_PAGE = 20;

/** Content of the list, as its address names it. */
export type FeedbackQuery = { state: FeedbackState; page: number };

const WHOLE = /^[1-9]\d{0,5}$/;

/** Reads the query of an address; what it does not have or has wrong is open messages, page 1. */
export function readFeedbackQuery(params: URLSearchParams): FeedbackQuery {
  const page = params.get("page") ?? "";
  return {
    state: FEEDBACK_STATES.find((state) => state === params.get("state")) ?? "open",
    page: WHOLE.test(page) ? Number(page) : 1,
  };
}

/** Address of a page of the list. */
export function feedbackAddress({ state, page }: FeedbackQuery): string {
  const params = new URLSearchParams();
  if (state !== "open") params.set("state", state);
  if (page > 1) params.set("page", String(page));
  return params.size === 0 ? "/platform/feedback" : `/platform/feedback?${params}`;
}
