import { formatProblem } from "#domain/problem-message.ts";
import { splitLimit } from "../forms/form-problem.ts";
import { useTranslation } from "../i18n/use-translation.ts";

/** The text of a problem by its message key. */
export function useProblemText(): (key: string | undefined, retryAfter?: number | null) => string {
  const { i18n } = useTranslation();
  // The keys come from the server, so the compiler cannot check them.
  const { t, exists } = i18n as unknown as Untyped;
  return (problem, retryAfter) => {
    if (problem === undefined) return "";
    const { key, limit } = splitLimit(problem);
    const known = exists(key, { ns: "problems" }) ? key : "fault";
    const translate = (name: string, values: object) => t(name, { ns: "problems", ...values });
    return formatProblem(translate, known, { language: i18n.language, limit, retryAfter });
  };
}

type Untyped = {
  t: (key: string, options: object) => string;
  exists: (key: string, options: { ns: string }) => boolean;
};
