import { formatProblem } from "#domain/problem-message.ts";
import { acceptedLanguage } from "./request-language.ts";
import { createWorkerTexts } from "./worker-texts.ts";

const texts = await createWorkerTexts("problems");

/**
 * Returns the text of a key of the `problems` namespace, in the first supported language of `Accept-Language`.
 * @param more.retryAfter seconds
 * @param more.limit the exceeded limit that the text names
 */
export function translateProblem(
  key: string,
  acceptLanguage: string | null,
  { retryAfter, limit }: { retryAfter?: number | undefined; limit?: number | undefined } = {},
): string {
  const language = acceptedLanguage(acceptLanguage);
  return formatProblem(texts.translatorOf(language), key, { language, retryAfter, limit });
}
