import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { IconName } from "#app/ui/icons/icon-paths-data.ts";
import { equipmentTypeOf } from "#domain/devices/equipment-types.ts";
import { EQUIPMENT_ICONS } from "../equipment-icons.ts";
import type { StepState } from "../realtime/control/control-state.ts";
import type { Awaited, UpdateRecord } from "./remote-data.ts";
import { shareOfProof, type UpdatePhase } from "./update-steps.ts";

type UpdatePictureProps = {
  record: UpdateRecord;
  awaited: Awaited;
  now: number;
  phase: UpdatePhase;
  steps: readonly StepState[];
  /** Text of the picture for screen readers. */
  text: string;
  equipment: string;
};

const RADIUS = 30;
/** Part of the ring that turns during a restart. */
const QUARTER = 0.25;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
/** Letters of the type code at the start of an address. */
const TYPE_CODE_LENGTH = 4;

/**
 * The file on its way from the portal through the data logger to the equipment, and around the equipment the part of the
 * ten minutes that has passed.
 */
export function UpdatePicture(props: UpdatePictureProps) {
  const { record, awaited, now, phase, steps, text, equipment } = props;
  const { t } = useTranslation("remote");
  const [transfer = "ahead", install = "ahead", restart = "ahead", proof = "ahead"] = steps;
  const type = equipmentTypeOf(record.address.slice(0, TYPE_CODE_LENGTH));
  const end = proof === "ahead" ? restart : proof;
  const share = phase === "ended" ? Number(proof === "done") : shareOfProof(awaited, now);
  const isTurning = restart === "current";
  return (
    <Frame role="img" aria-label={t("progress.picture", { state: text })}>
      <Place icon="screen" name={t("progress.portal")} state="done" />
      <Way state={transfer} percent={transfer === "done" ? 100 : record.progress} />
      <Place
        icon="logger"
        name={t("progress.logger")}
        state={transfer === "current" ? "ahead" : transfer}
      />
      <Way state={install} percent={install === "done" ? 100 : record.progress} />
      <Place icon={EQUIPMENT_ICONS[type]} name={equipment} state={end}>
        <svg viewBox="0 0 64 64" data-ring data-spins={isTurning || undefined}>
          <title>{t("step.proof")}</title>
          <circle cx="32" cy="32" r={RADIUS} />
          {(isTurning || share > 0) && (
            <circle
              cx="32"
              cy="32"
              r={RADIUS}
              data-share
              strokeDasharray={`${(isTurning ? QUARTER : share) * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
            />
          )}
        </svg>
      </Place>
    </Frame>
  );
}

type PlaceProps = { icon: IconName; name: string; state: StepState; children?: React.ReactNode };

function Place({ icon, name, state, children }: PlaceProps) {
  return (
    <span data-place={state}>
      <span data-circle>
        {children}
        <Icon name={icon} size="1.75rem" />
        {(state === "failed" || state === "done") && (
          <span data-mark>
            <Icon name={state === "done" ? "check" : "close"} size="0.75rem" strokeWidth="3" />
          </span>
        )}
      </span>
      <bdi>{name}</bdi>
    </span>
  );
}

/** The line between two places, filled as far as the file has moved. */
function Way({ state, percent }: { state: StepState; percent: number }) {
  const filled = state === "done" ? 100 : state === "ahead" || state === "skipped" ? 0 : percent;
  return (
    <span data-way={state}>
      <span style={{ inlineSize: `${filled}%` }} />
    </span>
  );
}

const Frame = styled("div", {
  display: "flex",
  alignItems: "flex-start",
  justifyContent: "center",
  w: "full",
  maxW: "32rem",
  mx: "auto",
  "& [data-place]": {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    gap: "2",
    w: { base: "5rem", sm: "7rem" },
    flexShrink: "0",
    textAlign: "center",
    textStyle: "xs",
    color: "fg.muted",
    overflowWrap: "anywhere",
  },
  "& [data-circle]": {
    position: "relative",
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    w: "16",
    h: "16",
    borderRadius: "full",
    bg: "bg.sunken",
    color: "fg.muted",
  },
  "& [data-place=done] [data-circle]": { bg: "good.wash", color: "good" },
  "& [data-place=current] [data-circle]": { bg: "info.wash", color: "info" },
  "& [data-place=failed] [data-circle]": { bg: "fault.wash", color: "fault" },
  "& [data-mark]": {
    position: "absolute",
    insetInlineEnd: "0",
    bottom: "0",
    display: "flex",
    p: "1",
    borderRadius: "full",
    bg: "bg.panel",
    boxShadow: "xs",
  },
  "& [data-ring]": {
    position: "absolute",
    inset: "0",
    transform: "rotate(-90deg)",
    fill: "none",
    strokeWidth: "3",
    "& circle": { stroke: "border" },
    "& [data-share]": { stroke: "currentColor", strokeLinecap: "round" },
  },
  "& [data-way]": {
    position: "relative",
    flex: "1",
    minW: "4",
    h: "1.5",
    mt: "7",
    borderRadius: "full",
    bg: "border",
    overflow: "hidden",
    "& > span": { display: "block", h: "full", bg: "info.fill", transition: "inline-size 1s" },
  },
  "& [data-way=done] > span": { bg: "good.fill" },
  "& [data-way=failed] > span": { bg: "fault.fill" },
  "@media (prefers-reduced-motion: no-preference)": {
    "& [data-spins]": { animation: "spin 2s linear infinite" },
    "& [data-way=current]::after": {
      content: '""',
      position: "absolute",
      insetBlock: "0",
      w: "full",
      animation: "pulse 1.6s ease-in-out infinite",
      bg: "info.wash",
      opacity: "0.5",
    },
  },
});
