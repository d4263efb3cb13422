import { Button, chakra } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Moment } from "#app/ui/moment.tsx";
import type { Setting } from "../setting.ts";
import { type SnapshotHead, useSnapshotText } from "./snapshot-text.ts";
import { useEquipmentNames } from "./use-equipment-names.ts";

/** Snapshots that are shown at first, and that each press of the button adds. */
const PAGE = 8;

type SnapshotListProps = {
  list: readonly SnapshotHead[];
  settings: readonly Setting[];
  timeZone: string;
  /** Id of the snapshot that is compared or restored. */
  chosen: number | null;
  onCompare: (snapshotId: number) => void;
  onRestore: (snapshotId: number) => void;
};

/** Snapshots, newest first: when and why each was taken, and of which models and firmware. */
export function SnapshotList(props: SnapshotListProps) {
  const { list, settings, timeZone, chosen, onCompare, onRestore } = props;
  const { t } = useTranslation("param");
  const { reasonText, nameOf } = useSnapshotText(timeZone);
  const nameOfEquipment = useEquipmentNames(settings);
  const [count, setCount] = useState(PAGE);
  return (
    <>
      <List>
        {list.slice(0, count).map((snapshot) => {
          const { snapshotId, at, reason } = snapshot;
          const equipment = snapshot.equipment.filter(
            ({ model, versions }) => model !== null || Object.keys(versions).length > 0,
          );
          return (
            <li key={snapshotId} data-chosen={snapshotId === chosen || undefined}>
              <div>
                <b>
                  <Moment at={at} timeZone={timeZone} />
                </b>
                <span>{reasonText(reason)}</span>
                <span>{t("snapshots.count", { count: snapshot.count })}</span>
                <small>
                  {equipment.map(({ address, model, versions }) => (
                    <span key={address}>
                      <bdi>{model ?? nameOfEquipment(address)}</bdi>{" "}
                      <bdi dir="ltr">{Object.values(versions).join(" / ")}</bdi>
                    </span>
                  ))}
                </small>
              </div>
              <div>
                <Button
                  size="sm"
                  variant="outline"
                  colorPalette="gray"
                  aria-label={t("snapshots.compareOne", { name: nameOf(snapshot) })}
                  onClick={() => onCompare(snapshotId)}
                >
                  {t("snapshots.compare")}
                </Button>
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={t("snapshots.restoreOne", { name: nameOf(snapshot) })}
                  onClick={() => onRestore(snapshotId)}
                >
                  {t("snapshots.restore")}
                </Button>
              </div>
            </li>
          );
        })}
      </List>
      {list.length > count && (
        <Button
          size="sm"
          variant="ghost"
          alignSelf="flex-start"
          onClick={() => setCount(count + PAGE)}
        >
          {t("snapshots.more", { count: list.length - count })}
        </Button>
      )}
    </>
  );
}

const List = chakra("ol", {
  base: {
    listStyleType: "none",
    borderWidth: "1px",
    borderRadius: "lg",
    overflow: "hidden",
    "& > li": {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      justifyContent: "space-between",
      columnGap: "4",
      rowGap: "2",
      px: { base: "3", md: "4" },
      py: "2.5",
    },
    "& > li + li": { borderTopWidth: "1px" },
    "& > li[data-chosen]": { bg: "bg.hover" },
    "& > li > div": { display: "flex", flexWrap: "wrap", columnGap: "3", rowGap: "0.5", minW: "0" },
    "& > li > div:first-of-type": { flex: "1 1 16rem", alignItems: "baseline", color: "fg.muted" },
    "& > li > div:last-of-type": { gap: "2" },
    "& b": { fontWeight: "medium", color: "fg", fontVariantNumeric: "tabular-nums" },
    "& small": {
      flexBasis: "100%",
      display: "flex",
      flexWrap: "wrap",
      columnGap: "3",
      textStyle: "xs",
      color: "fg.muted",
      overflowWrap: "anywhere",
    },
  },
});
