import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { VisuallyHidden } from "#app/ui/visually-hidden.tsx";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { useSiteClock } from "./use-site-clock.ts";

/** The device's time in the site's time zone. */
export function LocalTime({ timeZone, now }: { timeZone: string; now: number }) {
  const { t } = useTranslation("site");
  const at = useSiteClock(now);
  const [date, time] = formatLocalTime(at, timeZone).split(" ");
  return (
    <Row title={t("zone", { zone: timeZone })}>
      <Icon name="clock" size="1.1em" />
      <VisuallyHidden>{t("localTime")}</VisuallyHidden>
      <time dir="ltr">
        <span>{date} </span>
        <b>{time}</b>
      </time>
      <span id="weather-now" />
    </Row>
  );
}

const Row = styled("div", {
  display: "flex",
  alignItems: "center",
  gap: "2",
  // The weather, which comes later, is as tall.
  minH: "7",
  textStyle: "sm",
  color: "fg.muted",
  "& > time > span": { hideBelow: "sm" },
});
