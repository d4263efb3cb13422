import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive, useLiveValue } from "#app/live/live-context.ts";
import { knownState } from "#app/live/live-site.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { formatTag } from "#domain/languages.ts";
import { SITE_ADDRESS } from "#domain/registers/catalogue/site.ts";
import { parseRecording } from "#domain/sites/recording.ts";

/**
 * Marks a site whose logger replays a recording. Pages that are rendered without the site's values learn the source and
 * the day once they are connected; until then the notice keeps room for them.
 */
export function RecordingNotice() {
  const { t, i18n } = useTranslation("site");
  const recording = parseRecording(useLiveValue(SITE_ADDRESS.recording));
  const isKnown = useLive((site) => knownState(site) !== null);
  return (
    <Frame tone="info" data-awaited={!isKnown || undefined}>
      <b>{t("recording.title")}</b> {t("recording.text")}{" "}
      {recording?.day && t("recording.day", { day: formatDay(recording.day, i18n.language) })}{" "}
      {recording && recording.source !== "" && (
        <>
          {t("recording.source")} <bdi>{recording.source}</bdi>
        </>
      )}
    </Frame>
  );
}

const Frame = styled(Notice, {
  w: "full",
  py: { base: "1.5", md: "2.5" },
  textStyle: { base: "xs", md: "sm" },
  "&[data-awaited]": { minH: { base: "8rem", md: "4rem" } },
});

function formatDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(formatTag(language), {
    dateStyle: "long",
    timeZone: "UTC",
  }).format(Date.parse(day));
}
