import { formatTag } from "./languages.ts";
import { roundWait } from "./units/wait.ts";

/** Keys of the `problems` namespace whose messages get a waiting time. */
const WAITS: ReadonlySet<string> = new Set(["tooFast", "codeJustSent", "codesUsedUp"]);

/** Key of the variant that names the limit, for messages with such a variant. */
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
 * Returns the text of a problem with its waiting time or limit.
 * @param translate translates a key of the `problems` namespace
 * @param key key of the message in that namespace
 * @param more.language BCP 47 tag by which the limit is written
 * @param more.limit exceeded limit
 * @param more.retryAfter time to wait, s
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
