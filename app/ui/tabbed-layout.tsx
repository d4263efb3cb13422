import { type ReactNode, Suspense } from "react";
import { styled } from "../theme/styled.tsx";
import { PageTabs } from "./page-tabs.tsx";

type TabsProps<Tab extends string> = {
  /** Path that precedes the name of each tab, for example `/chart`. */
  path: string;
  /** Names of the tabs that the user may open. */
  tabs: readonly Tab[];
  /** Query that all links carry. */
  search: string;
  /** Badges of tabs, such as a number of new entries. */
  badges?: Readonly<Partial<Record<Tab, string>>>;
  /** Loads the texts: the accessible name of the row, and the text of each tab with its badge. */
  useTexts: () => { label: string; textOf: (tab: Tab, badge?: string) => string };
};

/** Layout of several pages that share a row of tabs. */
export function TabbedLayout<Tab extends string>({
  children,
  ...tabs
}: TabsProps<Tab> & { children: ReactNode }) {
  return (
    <Suspense>
      <Frame data-no-totals>
        <Tabs {...tabs} />
        {children}
      </Frame>
    </Suspense>
  );
}

function Tabs<Tab extends string>({ path, tabs, search, badges, useTexts }: TabsProps<Tab>) {
  const { label, textOf } = useTexts();
  const pages = tabs.map((tab) => ({ path: `${path}/${tab}`, text: textOf(tab, badges?.[tab]) }));
  return <PageTabs label={label} tabs={pages} search={search} />;
}

const Frame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
});
