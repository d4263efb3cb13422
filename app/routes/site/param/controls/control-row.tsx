import { Button } from "@chakra-ui/react";
import { useId } from "react";
import { useFaultText } from "#app/alarms/use-fault-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { formatLocalSecond } from "#domain/units/local-time.ts";
import type { EquipmentError } from "#protocol/viewer/messages.ts";
import type { ParamLocks } from "../param-data.ts";
import type { Setting } from "../setting.ts";
import { useSettingText } from "../use-setting-text.ts";
import type { Blocked, SharedReason } from "./blocked-action.ts";
import type { ControlAction, ControlCard, ControlRow } from "./list-controls.ts";
import { type ControlSite, useControlText } from "./use-control-text.ts";

type ControlRowProps = {
  card: ControlCard;
  row: ControlRow;
  device: string;
  site: ControlSite;
  controls: readonly Setting[];
  locks: ParamLocks;
  changes: readonly ChangeRecord[];
  /** ms UTC */
  now: number;
  /** Id of the text above the rows with the reason that prevents all actions of the card; null without one. */
  reasonId: string | null;
  /** Reasons that are stated above the rows. */
  shared: readonly (SharedReason & { id: string })[];
  /** Finds the reason that prevents an action. */
  blockedOf: (action: ControlAction) => Blocked | null;
  onChoose: (action: ControlAction) => void;
};

/** A piece of equipment with its state, its actions, and what prevents them. */
export function ControlRowView(props: ControlRowProps) {
  const { row, device, reasonId, shared, blockedOf, onChoose } = props;
  const { t } = useTranslation("controls");
  const { blockedText } = useControlText(props.site, props.controls);
  const id = useId();
  const actions = actionsOf(row).map((action) => {
    const blocked = blockedOf(action);
    const isShared = (one: SharedReason) =>
      one.action === action.name &&
      one.blocked.reason === blocked?.reason &&
      one.blocked.until === blocked.until;
    return { action, blocked, statedId: reasonId ?? shared.find(isShared)?.id ?? null };
  });
  const reasons = new Map(
    actions.flatMap(({ blocked, statedId }) =>
      blocked === null || statedId !== null ? [] : [[blocked.reason, blocked] as const],
    ),
  );
  return (
    <Row data-control={row.setting.address}>
      <div data-what>
        <strong>{device}</strong>
        <State {...props} />
      </div>
      <div data-actions>
        {actions.map(({ action, blocked, statedId }) => (
          <Button
            key={action.name}
            size="sm"
            variant="outline"
            colorPalette={action.isDanger ? "danger" : "brand"}
            aria-label={t("dialog.title", { action: t(`action.${action.name}.button`), device })}
            // Not disabled, so that the reason can be read.
            aria-disabled={blocked !== null}
            opacity={blocked === null ? 1 : 0.6}
            aria-describedby={
              blocked === null ? undefined : (statedId ?? `${id}-${blocked.reason}`)
            }
            onClick={() => blocked === null && onChoose(action)}
          >
            {t(`action.${action.name}.button`)}
          </Button>
        ))}
      </div>
      {[...reasons.values()].map((blocked) => (
        <p key={blocked.reason} id={`${id}-${blocked.reason}`} data-blocked={blocked.reason}>
          <Icon name="info" size="1rem" />
          <span>{blockedText(blocked)}</span>
        </p>
      ))}
    </Row>
  );
}

/** Inverters that are on can only be switched off, and the other way round. */
function actionsOf({ setting, actions }: ControlRow): readonly ControlAction[] {
  if (setting.name !== "invertersOn" || setting.value === null) return actions;
  return actions.filter(({ value }) => value !== setting.value);
}

function State(props: ControlRowProps) {
  const { card, row } = props;
  switch (card.kind) {
    case "inverters":
      return <InverterState {...props} />;
    case "generator":
      return <GeneratorState {...props} />;
    case "fullCharge":
      return <FullChargeState {...props} />;
    case "faultLock":
      return <FaultState {...props} />;
    case "synchronization":
      return <SynchronizationState {...props} />;
    case "logger":
      return row.setting.name === "authorizationToken" ? (
        <TokenState {...props} />
      ) : (
        <ClockState {...props} />
      );
    default:
      return null;
  }
}

function InverterState({ row }: ControlRowProps) {
  const { t } = useTranslation("controls");
  const { value } = row.setting;
  return <span>{t(value === 1 ? "state.on" : value === 0 ? "state.off" : "state.unknown")}</span>;
}

function GeneratorState({ row }: ControlRowProps) {
  const { t } = useTranslation(["controls", "equipment"]);
  const { valueText } = useSettingText();
  const status = useLive(
    ({ view }) => view?.equipment.find(({ address }) => address === row.equipment)?.status ?? null,
  );
  return (
    <>
      {status !== null && <span>{t(`equipment:status.${status}`)}</span>}
      {row.setting.value !== null && (
        <span>{t("state.position", { position: valueText(row.setting, row.setting.value) })}</span>
      )}
    </>
  );
}

function FullChargeState({ row, site, controls, now }: ControlRowProps) {
  const { windowText } = useControlText(site, controls);
  const text = windowText(row, now);
  return text === null ? null : <span>{text}</span>;
}

const NO_ERRORS: readonly EquipmentError[] = [];

function FaultState({ row }: ControlRowProps) {
  const { t } = useTranslation("controls");
  const faultText = useFaultText();
  const errors = useLive(({ view }) => view?.errors ?? NO_ERRORS);
  const faults = errors
    .filter(({ address, eventTrigger }) => address === row.equipment && eventTrigger === "fault")
    .map(({ message, faultCode }) => faultText(message, faultCode));
  if (faults.length === 0) return <span>{t("state.noFault")}</span>;
  return <span data-tone="fault">{t("state.fault", { faults: faults.join(", ") })}</span>;
}

function ClockState({ site }: ControlRowProps) {
  const { t } = useTranslation("controls");
  const clock = useLive(({ view }) => view?.values[SITE_ADDRESS.loggerClock]?.v);
  if (typeof clock !== "number") return <span>{t("state.unknown")}</span>;
  return <span>{t("state.clock", { time: formatLocalSecond(clock, site.timeZone) })}</span>;
}

/** Returns the newest change of the site if it is one of this control. */
function newestOf({ row, changes }: ControlRowProps): ChangeRecord | undefined {
  const [newest] = changes;
  const isOwn = newest?.items.some(({ address }) => address === row.setting.address) === true;
  return isOwn ? newest : undefined;
}

function SynchronizationState(props: ControlRowProps) {
  const { t } = useTranslation("controls");
  if (newestOf(props)?.result !== "failed") return null;
  return <Notice tone="fault">{t("synchronizationFailed")}</Notice>;
}

const TOKEN_STATES = ["unlocked", "locked", "unlocked forever"] as const;

/** State of the token's lock, and the end of the last update of the token. */
function TokenState(props: ControlRowProps) {
  const { t } = useTranslation("controls");
  const state = TOKEN_STATES.find((one) => one === props.locks.tokenLock);
  return (
    <>
      <span data-token={state ?? "unknown"}>
        {state !== undefined && <b>{t(`token.${state}`)}</b>} {t(`tokenText.${state ?? "unknown"}`)}
      </span>
      {newestOf(props)?.result === "success" && <Notice tone="good">{t("tokenDone")}</Notice>}
    </>
  );
}

const Row = styled("li", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: "4",
  rowGap: "2.5",
  px: { base: "4", md: "5" },
  py: "3",
  minW: "0",
  "& [data-what]": {
    display: "flex",
    flexDirection: "column",
    gap: "0.5",
    flex: "1 1 9rem",
    minW: "0",
    overflowWrap: "anywhere",
    color: "fg.muted",
  },
  "& strong": { fontWeight: "medium", color: "fg" },
  "& b": { fontWeight: "medium", color: "fg" },
  "& [data-token=locked] b": { color: "warning" },
  "& [data-token^=unlocked] b": { color: "good" },
  "& [data-tone=fault]": { color: "fault" },
  "& [data-actions]": { display: "flex", flexWrap: "wrap", gap: "2" },
  "& [data-blocked]": {
    flex: "1 1 100%",
    display: "flex",
    alignItems: "flex-start",
    gap: "1.5",
    textStyle: "xs",
    color: "warning",
  },
});
