import { Button, chakra } from "@chakra-ui/react";
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { useApiQuery } from "#app/api/use-api-query.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useProblemText } from "#app/ui/use-problem-text.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { isOpen } from "../change-outcome.ts";
import type { ParamLocks, ParamSite } from "../param-data.ts";
import type { Setting } from "../setting.ts";
import { dangerKey } from "../setting-row.tsx";
import { DifferenceList } from "./difference-list.tsx";
import { changedOf, omissionKey } from "./restore-step.ts";
import { type SnapshotHead, useSnapshotText } from "./snapshot-text.ts";
import { useReload } from "./use-reload.ts";

const ReviewDialog = lazyComponent(() => import("../review-dialog.tsx"));

type RestorePanelProps = {
  snapshot: SnapshotHead;
  site: ParamSite;
  settings: readonly Setting[];
  locks: ParamLocks;
  changes: readonly ChangeRecord[];
  loaded: unknown;
  mayChange: boolean;
  /** States in the review what speaks against sending a change now. */
  notice?: ReactNode;
  onSubmitted: (change: ChangeRecord) => void;
  onClose: () => void;
};

/**
 * The changes that restore a snapshot, one after another: each is reviewed before it is sent, and what it has restored is
 * no longer listed. Below them is what is left out, and why.
 */
export function RestorePanel(props: RestorePanelProps) {
  const { snapshot, site, settings, locks, changes, mayChange, notice } = props;
  const { onSubmitted, onClose } = props;
  const { t } = useTranslation("param");
  const problemText = useProblemText();
  const { nameOf } = useSnapshotText(site.timeZone);
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { snapshotId } = snapshot;
  const { data, refusal, refetch } = useApiQuery(
    "POST /site/v2/setting/restore",
    { siteKey: site.key, snapshotId },
    { keepPrevious: true },
  );
  useReload(props.loaded, refetch);
  const [isReviewed, setReviewed] = useState(false);
  useEffect(() => title.current?.focus(), []);
  const steps = data?.changes ?? [];
  const [next] = steps;
  const changed = next === undefined ? [] : changedOf(next.items, settings);
  const isBusy = changes.some((one) => isOpen(one) && one.result === undefined);
  const isOff = !mayChange || isBusy || changed.length === 0;
  return (
    <Panel aria-labelledby={id}>
      <header>
        <h3 id={id} ref={title} tabIndex={-1}>
          {t("snapshots.restoreTitle", { name: nameOf(snapshot) })}
        </h3>
        <Button size="sm" variant="outline" colorPalette="gray" onClick={onClose}>
          {t("snapshots.close")}
        </Button>
      </header>
      {data === null ? (
        refusal === null ? (
          <p role="status">{t("snapshots.comparing")}</p>
        ) : (
          <Notice tone="fault">{problemText(refusal || "noServer")}</Notice>
        )
      ) : (
        <>
          {steps.length === 0 ? (
            <Notice tone="good">{t("snapshots.restored")}</Notice>
          ) : (
            <>
              <p>{t("snapshots.plan", { count: steps.length })}</p>
              {isBusy && <Notice tone="info">{t("snapshots.busy")}</Notice>}
              {!mayChange && <Notice tone="warning">{t("snapshots.blocked")}</Notice>}
            </>
          )}
          <ol>
            {steps.map(({ dangers, items }, index) => (
              <li key={items[0]?.address} data-danger={dangers.length > 0 || undefined}>
                <header>
                  <b>
                    {t("snapshots.step", { number: index + 1, count: items.length })}
                    {dangers.map((one) => (
                      <span key={one} data-tone>
                        {t(`danger.${dangerKey(one)}`)}
                      </span>
                    ))}
                  </b>
                  {index === 0 ? (
                    <Button
                      size="sm"
                      colorPalette={dangers.length > 0 ? "danger" : "brand"}
                      aria-disabled={isOff}
                      opacity={isOff ? 0.6 : 1}
                      onClick={() => !isOff && setReviewed(true)}
                    >
                      {t("snapshots.review")}
                    </Button>
                  ) : (
                    <small>{t("snapshots.later")}</small>
                  )}
                </header>
                <details open={index === 0 || dangers.length > 0 || undefined}>
                  <summary>{t("snapshots.items", { count: items.length })}</summary>
                  <DifferenceList
                    list={items.map(({ address, value, expected }) => ({
                      address,
                      from: expected,
                      to: value,
                    }))}
                    settings={settings}
                  />
                </details>
              </li>
            ))}
          </ol>
          {data.omitted.length > 0 && (
            <details data-omitted>
              <summary>{t("snapshots.omitted", { count: data.omitted.length })}</summary>
              <DifferenceList
                list={data.omitted.map(({ address, reason }) => ({
                  address,
                  note: t(`snapshots.omission.${omissionKey(reason)}`),
                }))}
                settings={settings}
              />
            </details>
          )}
        </>
      )}
      {changed.length > 0 && (
        <Suspense>
          <ReviewDialog
            open={isReviewed}
            changed={changed}
            settings={settings}
            locks={locks}
            notice={notice}
            onRebase={() => {}}
            onClose={() => setReviewed(false)}
            onRefused={() => {}}
            onSubmitted={(change) => {
              setReviewed(false);
              onSubmitted(change);
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

const Panel = chakra("section", {
  base: {
    display: "flex",
    flexDirection: "column",
    gap: "3",
    minW: "0",
    "& header": {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      justifyContent: "space-between",
      gap: "3",
    },
    "& h3": { fontWeight: "semibold" },
    "& > p": { color: "fg.muted" },
    "& > ol": { listStyleType: "none", display: "flex", flexDirection: "column", gap: "3" },
    "& > ol > li": {
      display: "flex",
      flexDirection: "column",
      gap: "1",
      px: { base: "3", md: "4" },
      py: "3",
      borderWidth: "1px",
      borderRadius: "lg",
      minW: "0",
    },
    "& > ol > li[data-danger]": { borderColor: "fault.fill" },
    "& li header > b": { display: "flex", flexWrap: "wrap", gap: "2", fontWeight: "medium" },
    "& [data-tone]": {
      px: "2",
      py: "0.5",
      borderRadius: "full",
      textStyle: "xs",
      bg: "fault.wash",
      color: "fault",
    },
    "& small": { textStyle: "xs", color: "fg.muted" },
    "& summary": {
      display: "flex",
      alignItems: "center",
      minH: "11",
      color: "brand.fg",
      cursor: "button",
      focusVisibleRing: "outside",
      borderRadius: "md",
    },
  },
});
