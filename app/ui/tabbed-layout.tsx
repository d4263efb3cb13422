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
  /** Names of the fields of the present address that all links carry, too. */
  carried?: readonly string[];
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
      <Frame>
        <Tabs {...tabs} />
        {children}
      </Frame>
    </Suspense>
  );
}

function Tabs<Tab extends string>(props: TabsProps<Tab>) {
  const { path, tabs, badges, useTexts, ...links } = props;
  const { label, textOf } = useTexts();
  const pages = tabs.map((tab) => ({ path: `${path}/${tab}`, text: textOf(tab, badges?.[tab]) }));
  return <PageTabs label={label} tabs={pages} {...links} />;
}

const Frame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
});
