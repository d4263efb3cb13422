import { type ReactNode, Suspense } from "react";
import { styled } from "../theme/styled.tsx";

/** Layout of several pages that share a row of tabs. */
export function TabbedLayout({ tabs, children }: { tabs: ReactNode; children: ReactNode }) {
  return (
    <Suspense>
      <Frame data-no-totals>
        {tabs}
        {children}
      </Frame>
    </Suspense>
  );
}

const Frame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
});
