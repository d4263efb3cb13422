import { useMemo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive, useLiveConnection } from "#app/live/live-context.ts";
import type { Connection } from "#app/live/live-site.ts";
import { styleOf } from "#app/theme/fixed-class.ts";
import type { SignalName } from "#app/theme/palette.ts";
import { styled } from "#app/theme/styled.tsx";
import { useCountdown } from "#app/ui/use-countdown.ts";
import { VisuallyHidden } from "#app/ui/visually-hidden.tsx";
import { formatTimeText } from "#domain/units/date-text.ts";
import { SECOND_MS } from "#domain/units/durations.ts";

type ChipState = {
  tone: SignalName;
  text: string;
  /** Text for screen readers if the visible text counts seconds. */
  announced?: string;
  pulsing?: boolean;
};

/** Shows the state of the connection. */
export function ConnectionChip({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation("site");
  const { connectNow } = useLiveConnection();
  const connection = useLive((site) => site.connection);
  const chip = useChipState(connection, timeZone);
  return (
    <Row>
      <VisuallyHidden role="status">{chip.announced ?? chip.text}</VisuallyHidden>
      <Chip
        aria-hidden
        data-connection={connection.kind}
        data-tone={chip.tone}
        data-pulsing={chip.pulsing || undefined}
      >
        <i />
        <span>{chip.text}</span>
      </Chip>
      {connection.kind === "reconnecting" && connection.until !== null && (
        <Retry type="button" onClick={connectNow}>
          {t("connection.now")}
        </Retry>
      )}
    </Row>
  );
}

function useChipState(connection: Connection, timeZone: string): ChipState {
  const { t, i18n } = useTranslation("site");
  const online = useLive((site) => site.view?.online);
  const since = useLive((site) => site.view?.since ?? 0);
  const seconds = useSecondsUntil(connection.kind === "reconnecting" ? connection.until : null);
  switch (connection.kind) {
    case "connecting":
      return { tone: "info", text: t("connection.connecting"), pulsing: true };
    case "ended":
      return { tone: "quiet", text: t("connection.ended") };
    case "reconnecting": {
      const { attempt, cause } = connection;
      const lost = t(`connection.lost.${cause}`);
      const announced = t("connection.trying", { lost, attempt });
      if (seconds === null) return { tone: "warning", text: announced, pulsing: true };
      const text = t("connection.reconnecting", { lost, attempt, seconds });
      return { tone: "warning", text, announced };
    }
    case "live":
      if (online !== false) return { tone: "good", text: t("connection.live"), pulsing: true };
      if (since === 0) return { tone: "quiet", text: t("connection.noLoggerYet") };
      return {
        tone: "quiet",
        text: t("connection.noLogger", { time: formatTimeText(since, timeZone, i18n.language) }),
      };
  }
}

/** Whole seconds until an instant of the browser's clock, counted down; null without one. */
function useSecondsUntil(until: number | null): number | null {
  const wait = useMemo(() => (until === null ? 0 : (until - Date.now()) / SECOND_MS), [until]);
  const seconds = useCountdown(until, wait);
  return until === null ? null : seconds;
}

const TONES = ["good", "info", "quiet", "warning"] as const satisfies SignalName[];

const Row = styled("div", { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "1" });

const Chip = styled("div", {
  display: "flex",
  alignItems: "center",
  gap: "2",
  h: "7",
  px: "3",
  borderRadius: "full",
  textStyle: "xs",
  fontWeight: "medium",
  whiteSpace: "nowrap",
  "& > i": { w: "2", h: "2", borderRadius: "full" },
  "&[data-pulsing] > i": { animation: "pulse 2s ease-in-out infinite" },
  ...Object.fromEntries(
    TONES.flatMap((tone) => [
      [`&[data-tone=${tone}]`, { bg: `${tone}.wash`, color: tone }],
      [`&[data-tone=${tone}] > i`, { bg: `${tone}.fill` }],
    ]),
  ),
  // On phones the text of a first connection would wrap the header.
  "&[data-connection=connecting] > span": { hideBelow: "sm" },
});

const Retry = styled("button", styleOf("button", { variant: "ghost", size: "2xs" }));
