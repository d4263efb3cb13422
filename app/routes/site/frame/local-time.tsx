import { Box, Flex, VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { formatLocalTime } from "#domain/units/local-time.ts";
import { useSiteClock } from "./use-site-clock.ts";

/** The device's time in the site's time zone. */
export function LocalTime({ timeZone, now }: { timeZone: string; now: number }) {
  const { t } = useTranslation("site");
  const at = useSiteClock(now);
  const [date, time] = formatLocalTime(at, timeZone).split(" ");
  return (
    <Flex
      align="center"
      gap="2"
      // The weather, which comes later, is as tall.
      minH="7"
      textStyle="sm"
      color="fg.muted"
      title={t("zone", { zone: timeZone })}
    >
      <Icon name="clock" size="1.1em" />
      <VisuallyHidden>{t("localTime")}</VisuallyHidden>
      <time dir="ltr">
        <Box as="span" hideBelow="sm">
          {date}{" "}
        </Box>
        <b>{time}</b>
      </time>
      <span id="weather-now" />
    </Flex>
  );
}
