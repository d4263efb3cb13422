import { type ReactNode, useId } from "react";
import { styled } from "../../../theme/styled.tsx";

type SectionProps = { title: string; text: string; aside?: ReactNode; children: ReactNode };

/** A card of the page. */
export function Section({ title, text, aside, children }: SectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <header>
        <div>
          {/* Takes the focus when the element that had it is removed. */}
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <p>{text}</p>
        </div>
        {aside}
      </header>
      {children}
    </Card>
  );
}

const Card = styled("section", {
  layerStyle: "card",
  px: { base: "4", md: "6" },
  py: { base: "5", md: "6" },
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
  "& > header": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "flex-start",
    justifyContent: "space-between",
    gap: "3",
  },
  "& h2": { textStyle: "md", fontWeight: "semibold" },
  "& header p": { mt: "1", textStyle: "sm", color: "fg.muted" },
});
