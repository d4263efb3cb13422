import type { ComponentProps } from "react";
import { StyledNotice } from "../ui/styled-notice.tsx";
import { useProblemText } from "../ui/use-problem-text.ts";
import { isExplainedByField } from "./identity.ts";
import type { Refusable } from "./use-own-form.ts";

type RefusalProps = Omit<ComponentProps<typeof StyledNotice>, "children" | "tone"> & {
  result: Refusable;
  /** Key of a message that replaces the one of the refusal. */
  message?: string | undefined;
};

/** Shows why a form was refused and how long to wait; nothing if the password field already explains it. */
export function Refusal({ result, message, ...notice }: RefusalProps) {
  const problemText = useProblemText();
  const problem = result?.problem;
  if (!problem || isExplainedByField(result)) return null;
  return (
    <StyledNotice tone="fault" {...notice}>
      {problemText(message ?? problem.message, problem.retryAfter)}
    </StyledNotice>
  );
}
