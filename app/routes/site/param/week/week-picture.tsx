import { Button, chakra } from "@chakra-ui/react";
import { Suspense, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Segments } from "#app/ui/segments.tsx";
import { zoneOffsetAt } from "#domain/history/zone-offsets.ts";
import { periodAt } from "#domain/settings/time-control.ts";
import { priceAt } from "#domain/settings/time-of-use.ts";
import { DAY_MS, MINUTE_MS } from "#domain/units/durations.ts";
import type { Setting } from "../setting.ts";
import type { Draft } from "../setting-draft.ts";
import { WEEKDAYS } from "../use-setting-text.ts";
import { useTallWindow } from "./tall-window.ts";
import { isShown, readTimetable, type Timetable } from "./timetable.ts";
import { useWeekEdits } from "./use-week-edits.ts";
import { useWeekText } from "./use-week-text.ts";
import { WeekList } from "./week-list.tsx";
import { WeekPlane } from "./week-plane.tsx";

const WeekEditor = lazyComponent(() => import("./week-editor.tsx"));

type WeekPictureProps = {
  timetable: Timetable;
  settings: readonly Setting[];
  draft: Draft;
  isReadOnly: boolean;
  /** ms UTC */
  now: number;
  timeZone: string;
  type: (setting: Setting, typed: string) => void;
};

/** The rows of a timetable as a picture of the week and as a list. Loaded with its section. */
export default function WeekPicture(props: WeekPictureProps) {
  const { timetable, settings, draft, isReadOnly, now, timeZone, type } = props;
  const { t } = useTranslation("param");
  const symbol = String(draftedValue(settings, draft, "priceSymbol") ?? "");
  const text = useWeekText(timetable, symbol);
  const edits = useWeekEdits(timetable, text, type);
  const isTall = useTallWindow();
  const present = minuteOfWeek(now, timeZone);
  const [day, setDay] = useState(present.day);
  const keysId = useId();
  const { noun } = text;
  const { rows, kind, fields } = timetable;
  const changed = new Set(
    fields.flatMap((own, place) =>
      own.some(({ address }) => draft[address] !== undefined) ? [place] : [],
    ),
  );
  const prices =
    kind === "time control" ? readTimetable("time of use", settings, draft) : timetable;
  const tariffs = (prices?.rows ?? []).filter(isShown);
  const isOff = draftedValue(settings, draft, kind === "time of use" ? "timeOfUse" : "timeControl");
  const isEmpty = !rows.some(isShown);
  const label = t("timetable.picture", { name: t(`section.${kind}`) });
  return (
    <Frame>
      <header>
        <div>
          <h4>{t("timetable.title")}</h4>
          <NowText {...{ timetable, text, tariffs, present }} />
        </div>
        {!isReadOnly && (
          <Button size="sm" variant="outline" onClick={() => edits.add()}>
            <Icon name="plus" size="1rem" />
            {t(`timetable.${noun}.add`)}
          </Button>
        )}
      </header>
      {Number(isOff) === 0 && isOff !== null && (
        <Notice tone="info">{t(`timetable.${noun}.off`)}</Notice>
      )}
      {kind === "time control" && (
        <Days>
          <Segments
            label={t("timetable.day")}
            options={WEEKDAYS.map((name) => ({ name, text: t(`week.${name}`) }))}
            chosen={WEEKDAYS[day] ?? null}
            onChoose={(name) => setDay(WEEKDAYS.indexOf(name))}
          />
        </Days>
      )}
      <WeekPlane
        {...{ timetable, text, edits, isReadOnly, day, isTall, tariffs, changed, label }}
        now={present}
        onDay={setDay}
        describedBy={keysId}
      />
      <Live aria-live="polite">
        {edits.notice !== null && (
          <Notice tone={edits.notice.isRefusal ? "fault" : "info"}>{edits.notice.text}</Notice>
        )}
      </Live>
      {isEmpty ? (
        <p role="status">{t(`timetable.${noun}.empty`)}</p>
      ) : (
        <WeekList {...{ timetable, text, edits, isReadOnly, changed, label }} />
      )}
      {!isReadOnly && (
        <p data-note>
          <span id={keysId}>{t(`timetable.${noun}.keys`)}</span>{" "}
          <span data-pointer>{t("timetable.pointer")}</span>
        </p>
      )}
      {edits.edited !== null && (
        <Suspense>
          <WeekEditor
            key={edits.edited.place}
            edited={edits.edited}
            {...{ timetable, text, symbol }}
            onApply={edits.change}
            onRemove={edits.remove}
            onClose={edits.close}
          />
        </Suspense>
      )}
    </Frame>
  );
}

type NowTextProps = {
  timetable: Timetable;
  text: ReturnType<typeof useWeekText>;
  tariffs: NonNullable<Timetable["rows"][number]>[];
  present: { day: number; minute: number };
};

/** The row that applies at present. */
function NowText({ timetable, text, tariffs, present }: NowTextProps) {
  const { t } = useTranslation("param");
  const { rows, kind } = timetable;
  const { day, minute } = present;
  if (kind === "time of use") {
    const price = priceAt(tariffs, minute);
    const content = price === null ? null : text.priceText(0, price);
    return <p>{content === null ? t("timetable.tariff.none") : t("timetable.now", { content })}</p>;
  }
  const row = periodAt(rows, day, minute);
  const place = rows.findIndex((one) => one === row);
  const shown = rows[place];
  if (row === null || !shown) return <p>{t("timetable.period.none")}</p>;
  const content = [text.nameOf(place), ...text.contentOf(place, shown)].join(" · ");
  return <p>{t("timetable.now", { content })}</p>;
}

/** Value of a setting by its name in the catalogue, as the draft leaves it. */
function draftedValue(settings: readonly Setting[], draft: Draft, name: string) {
  const setting = settings.find((one) => one.name === name);
  return setting === undefined ? null : (draft[setting.address]?.typed ?? setting.value);
}

const MONDAY = 1;

/** Day of the week, 0 for Monday, and minute of the day in a time zone. */
function minuteOfWeek(at: number, timeZone: string): { day: number; minute: number } {
  const local = at + zoneOffsetAt(timeZone, at);
  return {
    day: (new Date(local).getUTCDay() + 7 - MONDAY) % 7,
    minute: Math.floor((((local % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS),
  };
}

const Frame = chakra("section", {
  base: {
    layerStyle: "card",
    display: "flex",
    flexDirection: "column",
    gap: "3",
    px: { base: "3", md: "4" },
    py: "4",
    minW: "0",
    "& > header": {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      justifyContent: "space-between",
      gap: "3",
    },
    "& h4": { fontWeight: "semibold", textStyle: "sm" },
    "& header p": { textStyle: "xs", color: "fg.muted" },
    "& [data-note]": { textStyle: "xs", color: "fg.muted" },
    "& [data-pointer]": { "@media (pointer: coarse)": { display: "none" } },
  },
});

/** The choice of the day on narrow windows. */
const Days = chakra("div", { base: { display: { md: "none" } } });

const Live = chakra("div", { base: { "&:empty": { display: "none" } } });
