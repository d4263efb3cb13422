import type { CSSProperties, KeyboardEvent } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { DAY_MINUTES } from "#domain/settings/week-intervals.ts";
import { DAYS_PER_WEEK } from "#domain/settings/week-mask.ts";
import { formatDayTime, HOUR_MIN } from "../times.ts";
import { WEEKDAYS } from "../use-setting-text.ts";
import { priceLevel } from "./price-levels.ts";
import { conflictsOf, isShown, type Timetable, type TimetableRow, withRow } from "./timetable.ts";
import type { WeekEdits } from "./use-week-edits.ts";
import { useWeekGestures } from "./use-week-gestures.ts";
import type { WeekText } from "./use-week-text.ts";
import { blocksOf, type WeekBlock } from "./week-blocks.ts";
import { keyEdit } from "./week-keys.ts";
import { Plane } from "./week-styles.ts";

/** Hours from one line of the picture to the next. */
const LINE_HOURS = 3;
const LINES = Array.from({ length: 24 / LINE_HOURS + 1 }, (_, line) => line * LINE_HOURS);

type WeekPlaneProps = {
  timetable: Timetable;
  text: WeekText;
  edits: WeekEdits;
  isReadOnly: boolean;
  /** Day that narrow windows show, 0 for Monday. */
  day: number;
  onDay: (day: number) => void;
  isTall: boolean;
  /** Present day and minute of the site. */
  now: { day: number; minute: number };
  /** Prices of the day, which are shown above the periods of the time control. */
  tariffs: readonly TimetableRow[];
  changed: ReadonlySet<number>;
  /** Id of the text that explains the keys. */
  describedBy: string;
  label: string;
};

/** Seven days of 24 hours with the rows of a timetable, which are drawn with a pointer and moved with keys. */
export function WeekPlane(props: WeekPlaneProps) {
  const { timetable, text, edits, isReadOnly, day, onDay, isTall, now, tariffs, label } = props;
  const { t } = useTranslation("param");
  const hasDays = timetable.kind === "time control";
  const gestures = useWeekGestures({ timetable, edits, isReadOnly, hasDays });
  const { preview } = gestures;
  const rows =
    preview === null ? timetable.rows : withRow(timetable.rows, preview.place, preview.row);
  const prices = tariffs.map(({ price }) => price);

  const parts = rows.flatMap((row, place) =>
    isShown(row) ? blocksOf(row).map((block) => ({ block, row, place })) : [],
  );

  const press = (event: KeyboardEvent<HTMLButtonElement>, place: number) => {
    const row = timetable.rows[place];
    if (isReadOnly || !row) return;
    const edit = keyEdit(event, row, { isTall, hasDays });
    if (edit === undefined) return;
    event.preventDefault();
    const frame = event.currentTarget.closest<HTMLElement>("[data-week]");
    if ("isRemoved" in edit) {
      edits.remove(place);
      frame?.focus();
      return;
    }
    if (!edits.change(place, edit.row) || edit.row === null) return;
    const moved = edit.row.days !== row.days;
    if (isTall && moved) onDay(event.key === "ArrowLeft" ? (day + 6) % 7 : (day + 1) % 7);
    // A part of the period may have left the picture with the focus.
    requestAnimationFrame(() => focusPlace(frame, place));
  };

  return (
    <Plane
      dir="ltr"
      data-week
      data-days={hasDays || undefined}
      tabIndex={-1}
      role="group"
      aria-label={label}
    >
      <div data-hours aria-hidden>
        {LINES.map((hour) => (
          <span key={hour} style={{ "--at": (hour * HOUR_MIN) / DAY_MINUTES } as CSSProperties}>
            {formatDayTime(hour * HOUR_MIN)}
          </span>
        ))}
      </div>
      {hasDays && tariffs.length > 0 && (
        <div data-prices aria-hidden>
          {tariffs.flatMap((row) =>
            blocksOf(row)
              .filter((block) => block.day === 0)
              .map(({ from, to }) => (
                <i
                  key={`${row.start} ${from}`}
                  data-level={priceLevel(row.price, prices)}
                  style={
                    { "--from": from / DAY_MINUTES, "--to": to / DAY_MINUTES } as CSSProperties
                  }
                />
              )),
          )}
        </div>
      )}
      <ol data-names aria-hidden>
        {WEEKDAYS.map((name, index) => (
          <li key={name} data-today={index === now.day || undefined}>
            <bdi>{t(`week.${name}`)}</bdi>
          </li>
        ))}
      </ol>
      <div data-plane {...gestures.handlers} data-draws={!isReadOnly || undefined}>
        <i
          data-now
          aria-hidden
          data-aside={hasDays && now.day !== day ? true : undefined}
          style={
            {
              "--from": now.minute / DAY_MINUTES,
              "--day": hasDays ? now.day : 0,
              "--days": hasDays ? 1 : DAYS_PER_WEEK,
            } as CSSProperties
          }
        />
        {parts.map(({ block, row, place }) => (
          <Block
            key={`${place} ${block.part}`}
            {...{ block, row, place, text, day, isReadOnly, prices }}
            isTabStop={isTall ? isOnDay(block, day) : block.part === 0}
            isChanged={props.changed.has(place)}
            isHeld={preview?.place === place}
            isConflict={conflictsOf(rows, place).length > 0}
            isTariff={!hasDays}
            describedBy={props.describedBy}
            onPress={(event) => press(event, place)}
            onEdit={() => gestures.wasDragged() || edits.edit(place)}
          />
        ))}
      </div>
    </Plane>
  );
}

function isOnDay(block: WeekBlock, day: number): boolean {
  return day >= block.day && day < block.day + block.days;
}

/** Focuses a part of a row, unless one of its parts has the focus. */
function focusPlace(frame: HTMLElement | null, place: number): void {
  const parts = [...(frame?.querySelectorAll<HTMLElement>(`[data-place="${place}"]`) ?? [])];
  if (parts.some((one) => one === document.activeElement && one.checkVisibility())) return;
  parts.find((one) => one.checkVisibility())?.focus();
}

type BlockProps = {
  block: WeekBlock;
  row: TimetableRow;
  place: number;
  text: WeekText;
  day: number;
  prices: readonly number[];
  isReadOnly: boolean;
  isTabStop: boolean;
  isChanged: boolean;
  isHeld: boolean;
  isConflict: boolean;
  isTariff: boolean;
  describedBy: string;
  onPress: (event: KeyboardEvent<HTMLButtonElement>) => void;
  onEdit: () => void;
};

/** A part of a row: a button that opens it, with edges that a pointer drags. */
function Block(props: BlockProps) {
  const { block, row, place, text, day, isReadOnly, isTabStop, isTariff } = props;
  return (
    <button
      type="button"
      data-place={place}
      data-aside={isOnDay(block, day) ? undefined : true}
      data-changed={props.isChanged || undefined}
      data-held={props.isHeld || undefined}
      data-conflict={props.isConflict || undefined}
      data-level={isTariff ? priceLevel(row.price, props.prices) : undefined}
      data-charge={!isTariff && row.acCharge ? true : undefined}
      data-start={block.hasStart || undefined}
      data-end={block.hasEnd || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={text.describe(place, row)}
      aria-describedby={isReadOnly ? undefined : props.describedBy}
      disabled={isReadOnly}
      style={
        {
          "--from": block.from / DAY_MINUTES,
          "--to": block.to / DAY_MINUTES,
          "--day": block.day,
          "--days": block.days,
        } as CSSProperties
      }
      onKeyDown={props.onPress}
      onClick={props.onEdit}
    >
      {block.hasStart && <span data-edge="start" />}
      <span data-text>
        <b>{text.hoursText(row)}</b>
        {text.contentOf(place, row).map((one) => (
          <small key={one} dir="auto">
            {one}
          </small>
        ))}
      </span>
      {block.hasEnd && <span data-edge="end" />}
    </button>
  );
}
