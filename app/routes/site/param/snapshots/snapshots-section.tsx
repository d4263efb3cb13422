import { Suspense, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import type { SnapshotViewProps } from "./snapshot-view.tsx";

const SnapshotView = lazyComponent(() => import("./snapshot-view.tsx"));

/** Snapshots of the settings, which are loaded when the section is opened. */
export function SnapshotsSection(props: SnapshotViewProps) {
  const { t } = useTranslation("param");
  const [isOpen, setOpen] = useState(false);
  return (
    <Card id="snapshots" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>
          <b>{t("snapshots.title")}</b>
          <small>{t("snapshots.text")}</small>
        </span>
      </summary>
      {isOpen && (
        <Suspense>
          <SnapshotView {...props} />
        </Suspense>
      )}
    </Card>
  );
}

const Card = styled("details", {
  layerStyle: "card",
  px: { base: "4", md: "6" },
  py: { base: "3", md: "4" },
  textStyle: "sm",
  "& > summary": {
    minH: "11",
    py: "1",
    cursor: "button",
    focusVisibleRing: "outside",
    borderRadius: "md",
  },
  "& > summary > span": {
    display: "inline-flex",
    flexDirection: "column",
    verticalAlign: "top",
    ps: "1",
    maxW: "calc(100% - 1.5rem)",
  },
  "& > summary b": { textStyle: "md", fontWeight: "semibold" },
  "& > summary small": { textStyle: "sm", color: "fg.muted" },
});
