import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from "react";
import { chooseLabels } from "#app/charts/axis-labels.ts";
import { useWidth } from "#app/charts/plot-frame.tsx";
import { formatSecond } from "#app/charts/range-text.ts";
import { formatInstant, tickLabel } from "#app/charts/time-labels.ts";
import { useShade } from "#app/charts/use-shade.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { toneOfEquipment } from "#app/ui/equipment-tone.ts";
import type { EquipmentStatus } from "#domain/devices/equipment-statuses.ts";
import type { Span } from "#domain/history/local-days.ts";
import { markStatuses, type StateMark, segmentsOf, stepState } from "./compact-lanes.ts";
import { formatDuration } from "./duration-text.ts";
import { shadeOf } from "./state-chart-options.ts";
import { intervalAt } from "./state-lanes.ts";
import { StateShares } from "./state-shares.tsx";
import type { ShownPiece } from "./use-states.ts";

/** Width of a letter of a name in a bar, and room around the name, px. */
const LETTER_PX = 7;
const AROUND_PX = 22;
/** Smallest distance of two labels of the axis, px. */
const LABEL_PX = 54;

type CompactStatesProps = {
  pieces: readonly ShownPiece[];
  timeZone: string;
  /** Shown span; the future is empty. */
  window: Span;
  /** Part of the span that is counted in the tables; null while nothing is known. */
  counted: Span | null;
};

/** One lane for each piece of equipment over a common time axis. */
export default function CompactStates({ pieces, timeZone, window, counted }: CompactStatesProps) {
  const { t, i18n } = useTranslation(["charts", "equipment"]);
  const { language } = i18n;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [at, setAt] = useState<number | null>(null);
  const labels = useMemo(
    () => chooseLabels(timeZone, window, Math.max(160, width)),
    [timeZone, window, width],
  );
  const [first = 0, second = first] = labels.ticks;
  const apart = ((second - first) / Math.max(1, window.to - window.from)) * width;
  const every = Math.max(1, Math.ceil(LABEL_PX / Math.max(1, apart)));
  const ticks = labels.ticks.filter((_, place) => place % every === 0);
  const statuses = useMemo(() => markStatuses(pieces, window), [pieces, window]);
  const percentOf = (instant: number) =>
    (100 * (instant - window.from)) / Math.max(1, window.to - window.from);
  const cursor = at !== null && at >= window.from && at <= window.to ? at : null;
  return (
    <Card>
      <Legend aria-label={t("states.legend")}>
        {statuses.map(({ status, mark }) => (
          <li key={status}>
            <Swatch status={status} mark={mark} />
            {t(`equipment:status.${status}`)}
          </li>
        ))}
      </Legend>
      <Lanes dir="ltr" onPointerLeave={() => setAt(null)}>
        {pieces.map((piece, place) => (
          <Lane
            key={piece.address}
            {...{ piece, timeZone, window, width, cursor, percentOf }}
            marks={statuses}
            boxRef={place === 0 ? box : undefined}
            onCursor={setAt}
          />
        ))}
        <Axis aria-hidden>
          {ticks.map((tick) => (
            <span key={tick} style={{ left: `${percentOf(tick)}%` }}>
              {tickLabel(language, timeZone, tick, labels.step)}
            </span>
          ))}
        </Axis>
      </Lanes>
      <When aria-hidden>
        {cursor === null
          ? t("states.noCursor")
          : formatInstant(language, timeZone, cursor, window.to - window.from)}
      </When>
      {counted &&
        pieces.map(({ address, name, intervals }) => (
          <Table key={address}>
            <bdi>{name}</bdi>
            <StateShares name={name} intervals={intervals} span={counted} />
          </Table>
        ))}
    </Card>
  );
}

type LaneProps = {
  piece: ShownPiece;
  timeZone: string;
  window: Span;
  width: number;
  cursor: number | null;
  marks: readonly { status: EquipmentStatus; mark: StateMark }[];
  percentOf(instant: number): number;
  boxRef: RefObject<HTMLDivElement | null> | undefined;
  onCursor(at: number | null): void;
};

/** Statuses of one piece of equipment, with a slider that moves from one change to the next. */
function Lane(props: LaneProps) {
  const { piece, timeZone, window, width, cursor, marks, percentOf, boxRef, onCursor } = props;
  const { name, intervals } = piece;
  const { t, i18n } = useTranslation(["charts", "equipment"]);
  const { language } = i18n;
  const segments = useMemo(
    () => segmentsOf(intervals, window, Math.max(1, width)),
    [intervals, window, width],
  );
  const here = cursor === null ? null : intervalAt(intervals, cursor);
  const status = here === null ? t("states.unknown") : t(`equipment:status.${here.status}`);
  const text =
    cursor === null
      ? t("states.noCursor")
      : [
          formatInstant(language, timeZone, cursor, window.to - window.from),
          status,
          here && formatDuration(here.to - here.from, language),
          here && `${t("range.from")} ${formatSecond(timeZone, here.from)}`,
        ]
          .filter(Boolean)
          .join(", ");
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") return onCursor(null);
    const next = stepState(intervals, { window, at: cursor, key: event.key });
    if (next === null) return;
    event.preventDefault();
    onCursor(next);
  };
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width: px } = currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / Math.max(1, px)));
    onCursor(Math.round(window.from + share * (window.to - window.from)));
  };
  return (
    <Row>
      <p dir="auto" title={name}>
        {name}
      </p>
      <div
        ref={boxRef}
        role="slider"
        tabIndex={0}
        aria-label={t("states.chart", { name })}
        aria-valuemin={window.from}
        aria-valuemax={window.to}
        aria-valuenow={cursor ?? window.from}
        aria-valuetext={text}
        onKeyDown={press}
        onPointerMove={point}
        onPointerDown={point}
      >
        {segments.map(({ from, to, status: one }) => {
          const word = t(`equipment:status.${one}`);
          const px = ((to - from) / (window.to - window.from)) * width;
          return (
            <Swatch
              key={from}
              status={one}
              mark={marks.find((marked) => marked.status === one)?.mark ?? "plain"}
              style={{
                left: `${percentOf(from)}%`,
                width: `max(1.5px, ${percentOf(to) - percentOf(from)}%)`,
              }}
            >
              {px >= word.length * LETTER_PX + AROUND_PX && <b dir="auto">{word}</b>}
            </Swatch>
          );
        })}
        {cursor !== null && <s aria-hidden style={{ left: `${percentOf(cursor)}%` }} />}
      </div>
      <output dir="auto">{cursor === null ? "" : status}</output>
    </Row>
  );
}

type SwatchProps = {
  status: EquipmentStatus;
  mark: StateMark;
  style?: CSSProperties;
  children?: ReactNode;
};

/** A status by its colour and its pattern, which is visible without colour. */
function Swatch({ status, mark, style, children }: SwatchProps) {
  const colorOf = useShade();
  return (
    <i
      data-mark={mark}
      data-tone={toneOfEquipment(status)}
      style={{ ...style, backgroundColor: colorOf(shadeOf(status)) }}
    >
      {children}
    </i>
  );
}

const LINE = "rgb(0 0 0 / 0.38)";
const PATTERNS: SystemStyleObject = {
  "& i[data-mark=rising]": {
    backgroundImage: `repeating-linear-gradient(135deg, ${LINE} 0 2px, transparent 2px 8px)`,
  },
  "& i[data-mark=falling]": {
    backgroundImage: `repeating-linear-gradient(45deg, ${LINE} 0 2px, transparent 2px 8px)`,
  },
  "& i[data-mark=dots]": {
    backgroundImage: `radial-gradient(circle, ${LINE} 1.5px, transparent 2px)`,
    backgroundSize: "8px 8px",
  },
  "& i[data-mark=upright]": {
    backgroundImage: `repeating-linear-gradient(90deg, ${LINE} 0 2px, transparent 2px 7px)`,
  },
  "& i[data-mark=level]": {
    backgroundImage: `repeating-linear-gradient(0deg, ${LINE} 0 2px, transparent 2px 7px)`,
  },
  "& i[data-mark=grid]": {
    backgroundImage: `repeating-linear-gradient(0deg, ${LINE} 0 1px, transparent 1px 7px), repeating-linear-gradient(90deg, ${LINE} 0 1px, transparent 1px 7px)`,
  },
  "& i": { forcedColorAdjust: "none" },
};

const Card = chakra("section", {
  base: { layerStyle: "card", p: { base: "3", md: "4" }, ...PATTERNS },
});

const Legend = chakra("ul", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    rowGap: "1.5",
    mb: "3",
    textStyle: "xs",
    color: "fg.muted",
    listStyleType: "none",
    "& li": { display: "flex", alignItems: "center", gap: "1.5" },
    "& i": { w: "5", h: "3.5", borderRadius: "xs", flexShrink: "0" },
  },
});

/** Widths of the names and of the values at the cursor, which lie beside all lanes. */
const Lanes = chakra("div", {
  base: {
    "--names": { base: "5.5rem", md: "9rem" },
    "--values": { base: "0px", md: "7rem" },
    display: "grid",
    gap: "1",
  },
});

const Row = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "var(--names) minmax(0, 1fr) var(--values)",
    alignItems: "center",
    columnGap: { base: "2", md: "3" },
    h: "10",
    "& > p": { textStyle: "xs", fontWeight: "medium", lineClamp: "2", textAlign: "end" },
    "& > output": {
      display: { base: "none", md: "block" },
      textStyle: "xs",
      color: "fg.muted",
      lineClamp: "2",
    },
    "& > [role=slider]": {
      position: "relative",
      h: "9",
      borderRadius: "sm",
      bg: "bg.sunken",
      overflow: "hidden",
      cursor: "crosshair",
      touchAction: "pan-y",
      focusVisibleRing: "outside",
    },
    "& i": {
      position: "absolute",
      insetBlock: "0",
      display: "flex",
      alignItems: "center",
      overflow: "hidden",
      fontStyle: "normal",
    },
    "& i > b": {
      mx: "1",
      px: "1.5",
      maxW: "calc(100% - 0.5rem)",
      overflow: "hidden",
      textOverflow: "ellipsis",
      whiteSpace: "nowrap",
      borderRadius: "xs",
      bg: "bg.panel",
      color: "fg",
      textStyle: "xs",
      fontWeight: "medium",
    },
    "& s": {
      position: "absolute",
      insetBlock: "0",
      w: "2px",
      ms: "-1px",
      border: "0",
      bg: "fg",
      pointerEvents: "none",
    },
  },
});

const Axis = chakra("div", {
  base: {
    position: "relative",
    h: "5",
    ms: { base: "calc(var(--names) + 0.5rem)", md: "calc(var(--names) + 0.75rem)" },
    me: { base: "calc(var(--values) + 0.5rem)", md: "calc(var(--values) + 0.75rem)" },
    textStyle: "xs",
    color: "fg.muted",
    "& span": {
      position: "absolute",
      translate: "-50% 0",
      whiteSpace: "nowrap",
      fontVariantNumeric: "tabular-nums",
    },
  },
});

const When = chakra("p", {
  base: { mt: "1", mb: "2", minH: "5", textStyle: "xs", color: "fg.muted" },
});

const Table = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: "3",
    textStyle: "xs",
    "& > bdi": { fontWeight: "medium" },
    "& > details[open]": { w: "full" },
  },
});
