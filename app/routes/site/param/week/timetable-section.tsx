import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";
import type { Setting } from "../setting.ts";
import { SettingsList, type SettingsListProps } from "../settings-list.tsx";
import { isOfRow, readTimetable } from "./timetable.ts";

/** Keeps the place of the picture until it is loaded. */
const Place = styled("div", { layerStyle: "card", minH: { base: "56rem", md: "30rem" } });

const WeekPicture = lazyComponent(() => import("./week-picture.tsx"), { fallback: <Place /> });

type TimetableSectionProps = SettingsListProps & {
  /** Name of the section. */
  section: string;
  /** ms UTC */
  now: number;
};

/** Settings of a section; rows of a timetable as a picture of the week, and one by one below it. */
export function TimetableSection({ section, now, ...list }: TimetableSectionProps) {
  const { t } = useTranslation("param");
  const { shown, settings, draft, refusals, isReadOnly, site, type } = list;
  const timetable = readTimetable(section, settings, draft);
  if (timetable === null) return <SettingsList {...list} />;
  const rows = shown.filter(isOfRow);
  const needsLook = rows.some((one) => isConspicuous(one) || isRefused(one));
  function isRefused({ address }: Setting) {
    return refusals.some((refusal) => refusal.address === address);
  }
  return (
    <>
      <SettingsList {...list} shown={shown.filter((one) => !isOfRow(one))} />
      <WeekPicture
        {...{ timetable, settings, draft, isReadOnly, now, type }}
        timeZone={site.timeZone}
      />
      <Single open={needsLook || undefined}>
        <summary>{t("timetable.fields")}</summary>
        <SettingsList {...list} shown={rows} />
      </Single>
    </>
  );
}

/** Whether a field needs the attention of the user. */
function isConspicuous({ drift }: Setting): boolean {
  return drift !== null;
}

const Single = styled("details", {
  "& > summary": {
    display: "flex",
    alignItems: "center",
    minH: "11",
    textStyle: "sm",
    fontWeight: "medium",
    color: "brand.fg",
    cursor: "button",
    focusVisibleRing: "outside",
    borderRadius: "md",
  },
});
