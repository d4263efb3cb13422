import { SUCCESS_STATUS } from "#domain/problem.ts";

/**
 * Returns the fields of an answer to a message that was stored, with the number of limited changes if there are any.
 */
export function describeSuccess(limited: number): {
  status: typeof SUCCESS_STATUS;
  limited?: number;
} {
  return { status: SUCCESS_STATUS, ...(limited > 0 && { limited }) };
}
