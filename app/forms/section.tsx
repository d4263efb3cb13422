import { Button } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";
import { styled } from "../theme/styled.tsx";
import { Notice } from "../ui/notice.tsx";
import { Refusal } from "./refusal.tsx";
import type { Refusable } from "./use-own-form.ts";

type SectionProps = {
  title: string;
  text?: string;
  /** Whether the title stands above the forms instead of beside them, because the forms need the width. */
  stacked?: boolean;
  /** Button at the end of the title's line. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A card of the page with a title and its forms or lists. */
export function Section({ title, text, stacked = false, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} data-stacked={stacked || undefined}>
      <header>
        <div>
          {/* Takes the focus when the element that had it is removed. */}
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {text && <p>{text}</p>}
        </div>
        {aside}
      </header>
      <div>{children}</div>
    </Card>
  );
}

type OutcomeProps = {
  result: Refusable;
  /** Message that is shown on success. */
  done: string;
};

/** Shows the outcome of a form and announces it to screen readers. */
export function Outcome({ result, done }: OutcomeProps) {
  return (
    <LiveRegion aria-live="polite">
      <Refusal result={result} />
      {result?.problem === null && done !== "" && <Notice tone="good">{done}</Notice>}
    </LiveRegion>
  );
}

type SubmitProps = { intent: string; busy: boolean; danger?: boolean; children: ReactNode };

export function Submit({ intent, busy, danger = false, children }: SubmitProps) {
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      // Not disabled, which would take the focus away.
      aria-disabled={busy}
      opacity={busy ? 0.6 : 1}
      colorPalette={danger ? "danger" : "brand"}
      alignSelf="flex-start"
      onClick={(event) => busy && event.preventDefault()}
    >
      {children}
    </Button>
  );
}

const Card = styled("section", {
  layerStyle: "card",
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) minmax(0, 2fr)" },
  gap: { base: "4", lg: "8" },
  // A live region without text takes no gap.
  "&[data-stacked]": {
    display: "flex",
    flexDirection: "column",
    gap: "4",
    "& > div": { display: "contents" },
  },
  px: { base: "4", md: "6" },
  py: { base: "5", md: "6" },
  "& > header": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "flex-start",
    justifyContent: "space-between",
    gap: "3",
  },
  // A long text leaves room for the button beside it.
  "& > header > div": { flex: "1 1 12rem", minW: "0" },
  "& h2": { textStyle: "md", fontWeight: "semibold" },
  "& header p": { mt: "1", textStyle: "sm", color: "fg.muted" },
  "& > div": { minW: "0", display: "flex", flexDirection: "column", gap: "4", textStyle: "sm" },
  "& form": { display: "flex", flexDirection: "column", gap: "4" },
});

/** Announces the outcome of an action to screen readers. */
export const LiveRegion = styled("div", { "&:empty": { position: "absolute" } });

/** Places fields side by side if there is room. */
export const Pair = styled("div", {
  display: "grid",
  gap: "4",
  gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
});
