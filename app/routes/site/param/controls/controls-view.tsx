import { Suspense, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useServerTime } from "#app/ui/server-clock.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { useDeviceNames } from "../device-search.tsx";
import type { ParamData } from "../param-data.ts";
import { useIsOnline } from "../state-notices.tsx";
import { commonReason, findBlocked, type SharedReason, sharedReasons } from "./blocked-action.ts";
import { ControlRowView } from "./control-row.tsx";
import {
  type ControlAction,
  type ControlCard,
  type ControlKind,
  type ControlRow,
  listControls,
} from "./list-controls.ts";
import { useControlText } from "./use-control-text.ts";

const ControlDialog = lazyComponent(() => import("./control-dialog.tsx"));

type ControlsViewProps = Pick<ParamData, "site" | "locks" | "controls" | "guards" | "now"> & {
  changes: readonly ChangeRecord[];
  onSubmitted: (change: ChangeRecord) => void;
};

/** Reasons that concern all controls, which are stated once. */
const OF_ALL = ["offline", "noRemoteControl", "locked"];

/** The special controls of a site's equipment, each with what it does and what prevents it at present. */
export function ControlsView(props: ControlsViewProps) {
  usePageTexts("controls", "faults");
  const { site, locks, controls, guards, changes, onSubmitted } = props;
  const { t } = useTranslation("controls");
  const isOnline = useIsOnline(locks.isOnline);
  const now = useServerTime(props.now, SECOND_MS);
  useGuardChanges();
  const nameOf = useDeviceNames(
    [...new Set(controls.map(({ address }) => address.slice(0, 6)))].map((address) => ({
      address,
    })),
  );
  const { blockedText } = useControlText(site, controls);
  const [chosen, choose] = useState<{ row: ControlRow; action: ControlAction } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const cards = listControls(controls);
  const facts = { locks, isOnline, guards, now };
  const rowReasonsOf = (card: ControlCard) =>
    card.rows.flatMap((row) =>
      row.actions.map((action) => ({
        action: action.name,
        blocked: findBlocked(card, row, action, facts),
      })),
    );
  const reasonsOf = (card: ControlCard) => rowReasonsOf(card).map(({ blocked }) => blocked);
  const reasonOf = (card: ControlCard): CardReason => {
    const reason = commonReason(reasonsOf(card), card.rows.length);
    return reason === null ? null : blockedText(reason);
  };
  const [first] = cards.flatMap(reasonsOf);
  const general = first && OF_ALL.includes(first.reason) ? first : null;
  const sharedOf = (card: ControlCard): Stated[] =>
    general !== null || reasonOf(card) !== null
      ? []
      : sharedReasons(rowReasonsOf(card)).map((one, place) => ({
          ...one,
          id: `controls-${card.kind}-reason-${place}`,
          text: blockedText(one.blocked),
        }));
  return (
    <Frame>
      <h3>{t("title")}</h3>
      <p>{t("text")}</p>
      {general !== null && (
        <div id="controls-blocked">
          <Notice tone="warning">{blockedText(general)}</Notice>
        </div>
      )}
      {cards.map((card) => (
        <section key={card.kind} aria-labelledby={`controls-${card.kind}`} data-kind={card.kind}>
          <CardHeader
            kind={card.kind}
            reason={general === null ? reasonOf(card) : null}
            shared={sharedOf(card)}
          />
          <ul>
            {card.rows.map((row) => (
              <ControlRowView
                key={row.setting.address}
                card={card}
                row={row}
                device={card.kind === "inverters" ? site.name : nameOf(row.equipment)}
                site={site}
                controls={controls}
                locks={locks}
                changes={changes}
                now={now}
                reasonId={
                  general !== null
                    ? "controls-blocked"
                    : reasonOf(card) !== null
                      ? `controls-${card.kind}-reason`
                      : null
                }
                shared={sharedOf(card)}
                blockedOf={(action) => findBlocked(card, row, action, facts)}
                onChoose={(action) => {
                  choose({ row, action });
                  setOpen(true);
                }}
              />
            ))}
          </ul>
        </section>
      ))}
      {chosen !== null && (
        <Suspense>
          <ControlDialog
            key={`${chosen.row.setting.address} ${chosen.action.name}`}
            open={isOpen}
            row={chosen.row}
            action={chosen.action}
            device={
              chosen.row.setting.name === "invertersOn" ? site.name : nameOf(chosen.row.equipment)
            }
            site={site}
            controls={controls}
            locks={locks}
            now={now}
            onClose={() => setOpen(false)}
            onSubmitted={(change) => {
              setOpen(false);
              onSubmitted(change);
            }}
          />
        </Suspense>
      )}
    </Frame>
  );
}

type CardReason = string | null;
/** A reason above the rows, and the id of its text. */
type Stated = SharedReason & { id: string; text: string };

type CardHeaderProps = { kind: ControlKind; reason: CardReason; shared: readonly Stated[] };

function CardHeader({ kind, reason, shared }: CardHeaderProps) {
  const { t } = useTranslation("controls");
  return (
    <header>
      <h4 id={`controls-${kind}`}>{t(`kind.${kind}.title`)}</h4>
      <p>{t(`kind.${kind}.text`)}</p>
      {reason !== null && (
        <p id={`controls-${kind}-reason`} data-blocked>
          <Icon name="info" size="1rem" />
          <span>{reason}</span>
        </p>
      )}
      {shared.map(({ id, action, text }) => (
        <p key={id} id={id} data-blocked>
          <Icon name="info" size="1rem" />
          <span>
            <b>{t(`action.${action}.button`)}</b> {text}
          </span>
        </p>
      ))}
    </header>
  );
}

/** Loads the page's data again when a status or an error of the equipment changes, on which the guards depend. */
function useGuardChanges(): void {
  const { revalidate } = useRevalidator();
  const state = useLive(({ view }) =>
    view === null
      ? null
      : [
          ...view.equipment.map(({ status }) => status ?? ""),
          ...view.errors.map(({ address, eventNo }) => `${address}-${eventNo}`),
        ].join(),
  );
  const seen = useRef<string | null>(null);
  useEffect(() => {
    const isFirst = seen.current === null;
    if (state === seen.current) return;
    seen.current = state;
    if (!isFirst) void revalidate();
  }, [state, revalidate]);
}

const Frame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  minW: "0",
  textStyle: "sm",
  "& > p": { color: "fg.muted", mt: "-3" },
  "& > section": { layerStyle: "card", overflow: "hidden" },
  "& header": { px: { base: "4", md: "5" }, pt: "4", pb: "3" },
  "& h4": { textStyle: "md", fontWeight: "semibold" },
  "& header p": { mt: "0.5", color: "fg.muted" },
  "& header [data-blocked] b": { display: "block", fontWeight: "semibold" },
  "& header [data-blocked]": {
    display: "flex",
    alignItems: "flex-start",
    gap: "1.5",
    mt: "2",
    textStyle: "xs",
    color: "warning",
  },
  "& section > ul": { listStyleType: "none" },
  "& section > ul > li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
});
