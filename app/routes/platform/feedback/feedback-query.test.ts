import fc from "fast-check";
import { expect, test } from "vitest";
import { FEEDBACK_STATES } from "#domain/feedback/states.ts";
import { feedbackAddress, readFeedbackQuery } from "./feedback-query.ts";

test("every page of the list has an address that reads back to it", () => {
  const queries = fc.record({
    state: fc.constantFrom(...FEEDBACK_STATES),
    page: fc.integer({ min: 1, max: 999_999 }),
  });
  fc.assert(
    fc.property(queries, (query) => {
      const { searchParams } = new URL(feedbackAddress(query), "https://portal.example");
      expect(readFeedbackQuery(searchParams)).toEqual(query);
    }),
  );
});

test("a wrong address shows the open messages from the first page on", () => {
  for (const query of ["state=x&page=0", "page=-1", "page=1.5", "page=99999999", ""])
    expect(readFeedbackQuery(new URLSearchParams(query))).toEqual({ state: "open", page: 1 });
});
