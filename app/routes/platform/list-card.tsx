import { type ReactNode, useId } from "react";
import { styled } from "#app/theme/styled.tsx";

/** Card of a list of rows; its heading takes the focus when a row with the focus is removed. */
export function ListCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </Card>
  );
}

const Card = styled("section", {
  layerStyle: "card",
  p: { base: "3", md: "4" },
  "& > h2": { fontWeight: "semibold", mb: "3" },
  "& ul": { maxH: "none" },
  "& form button": { "@media (pointer: coarse)": { minH: "11" } },
});
