import { type ReactNode, useId } from "react";
import { styled } from "../../../../theme/styled.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { useProblemText } from "../../../../ui/use-problem-text.ts";
import type { LookResult } from "./look-result.ts";

type LookSectionProps = { title: string; text?: string; children: ReactNode };

/** A card of the page: what it is about, and what one can do there. */
export function LookSection({ title, text, children }: LookSectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <header>
        {/* Gets the focus where what had it has gone. */}
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {text && <p>{text}</p>}
      </header>
      <div>{children}</div>
    </Card>
  );
}

/** What was refused of a form, but for what stands at its fields. */
export function Refusal({ result }: { result: LookResult | null }) {
  const problemText = useProblemText();
  const problem = result?.problem;
  const isAtField = problem && Object.keys(problem.fields).length > 0;
  return (
    <Told aria-live="polite">
      {problem && !isAtField && (
        <Notice tone="fault">{problemText(problem.message, problem.retryAfter)}</Notice>
      )}
    </Told>
  );
}

const Card = styled("section", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  gap: "4",
  px: { base: "4", md: "6" },
  py: { base: "5", md: "6" },
  "& h2": { textStyle: "md", fontWeight: "semibold" },
  "& header p": { mt: "1", textStyle: "sm", color: "fg.muted" },
  "& > div": { minW: "0", display: "flex", flexDirection: "column", gap: "4" },
});

const Told = styled("div", { "&:empty": { position: "absolute" } });
