import { formatTag } from "./languages.ts";
import { roundWait } from "./units/wait.ts";

/** Messages of the `problems` namespace that are about waiting. */
const WAITS: ReadonlySet<string> = new Set(["tooFast", "codeJustSent", "codesUsedUp"]);

/** The second text of messages that name the limit where it is known. */
const LIMIT_TEXTS: Readonly<Record<string, string>> = {
  tooBig: "tooBigLimit",
  tooFew: "tooFewLimit",
  tooLong: "tooLongLimit",
  tooMany: "tooManyLimit",
  tooSmall: "tooSmallLimit",
};

type Translate = (
  key: string,
  values: { problem?: string; count?: number; limit?: string },
) => string;

/**
 * The text of a problem with its waiting time or limit.
 * @param translate reads a key of the `problems` namespace
 * @param more.language BCP 47 tag by which the limit is written
 * @param more.limit the exceeded limit
 * @param more.retryAfter seconds
 */
export function formatProblem(
  translate: Translate,
  key: string,
  more: {
    language: string;
    limit?: number | null | undefined;
    retryAfter?: number | null | undefined;
  },
): string {
  const { language, limit, retryAfter } = more;
  if (limit != null) {
    const text = new Intl.NumberFormat(formatTag(language)).format(limit);
    return translate(LIMIT_TEXTS[key] ?? key, { limit: text });
  }
  const problem = translate(key, {});
  if (!retryAfter || !WAITS.has(key)) return problem;
  const { unit, count } = roundWait(retryAfter);
  return translate(`retryFor.${unit}`, { problem, count });
}
