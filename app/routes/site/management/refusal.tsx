import { Notice } from "../../../ui/notice.tsx";
import { useProblemText } from "../../../ui/use-problem-text.ts";
import type { MemberResult } from "./management-data.ts";

/** Why a form was refused. */
export function Refusal({ result }: { result: MemberResult | null | undefined }) {
  const problemText = useProblemText();
  const problem = result?.problem;
  if (!problem) return null;
  return <Notice tone="fault">{problemText(problem.message, problem.retryAfter)}</Notice>;
}
