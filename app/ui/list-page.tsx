import type { ReactNode } from "react";
import { styled } from "../theme/styled.tsx";

type ListPageProps = {
  title: string;
  text: string;
  /** Level of the title: 1 on a page of the portal, 2 below the name of a site. */
  level: 1 | 2;
  /** Buttons at the end of the title's line. */
  tools?: ReactNode;
  children: ReactNode;
};

/** Page with a title, filters and a list. The totals of a site leave it the fold of a narrow window. */
export function ListPage({ title, text, level, tools, children }: ListPageProps) {
  const Title = level === 1 ? "h1" : "h2";
  return (
    <Page>
      <header>
        <div>
          {/* Takes the focus when the element that had it is removed. */}
          <Title tabIndex={-1}>{title}</Title>
          <p>{text}</p>
        </div>
        {tools && <div data-tools>{tools}</div>}
      </header>
      {children}
    </Page>
  );
}

const Page = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
  textStyle: "sm",
  "& > header": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "flex-start",
    justifyContent: "space-between",
    gap: "3",
  },
  "& > header > div:first-of-type": { minW: "0", maxW: "40rem" },
  "& > header h1": { textStyle: { base: "xl", md: "2xl" }, fontWeight: "semibold" },
  "& > header h2": { textStyle: "xl", fontWeight: "semibold" },
  "& > header p": { color: "fg.muted" },
  "& [data-tools]": { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" },
});

/** Card in place of a list without entries. */
export const EmptyList = styled("div", {
  layerStyle: "card",
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "3",
  px: "4",
  py: "12",
  textAlign: "center",
  color: "fg.muted",
});
