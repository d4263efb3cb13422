import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { knownState } from "#app/live/live-site.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { formatTimeText } from "#domain/units/date-text.ts";
import type { Overview } from "./today/use-overview.ts";

type AttentionProps = {
  alarms: Overview["alarms"] | undefined;
  /** Address of the open alarms. */
  log: string;
  timeZone: string;
};

/**
 * Lists a silent logger and the open alarms, the most severe first. Users without access to the alarms see the number of
 * events that the equipment reports. If nothing is wrong, it is one quiet line.
 */
export function Attention({ alarms, log, timeZone }: AttentionProps) {
  const { t, i18n } = useTranslation("realtime");
  const silentSince = useLive((site) => {
    const known = knownState(site);
    return known !== null && !known.online && known.since > 0 ? known.since : null;
  });
  const errors = useLive(({ view }) => view?.errors.length ?? 0);
  const time = (at: number) => formatTimeText(at, timeZone, i18n.language);
  const rows = alarms?.rows ?? [];
  const reported = alarms ? 0 : errors;
  if (silentSince === null && rows.length === 0 && reported === 0)
    return (
      <Quiet>
        {alarms && (
          <>
            <Icon name="check" size="1.1em" />
            {t("attention.none")}
          </>
        )}
      </Quiet>
    );
  const more = (alarms?.total ?? 0) - rows.length;
  return (
    <List aria-label={t("attention.title")}>
      {silentSince !== null && (
        <li data-level="warning">
          <Icon name="unplugged" size="1.25em" />
          <p>
            <b>{t("attention.silent")}</b>
            <small>{t("attention.since", { time: time(silentSince) })}</small>
          </p>
        </li>
      )}
      {rows.map(({ logId, level, deviceName, description, startTime }) => (
        <li key={logId} data-level={level}>
          <Icon name={level === "info" ? "info" : "warning"} size="1.25em" />
          <p>
            <Link to={log}>
              <bdi>{deviceName}</bdi>
              <span>{description}</span>
            </Link>
            <small>{t("attention.since", { time: time(startTime) })}</small>
          </p>
        </li>
      ))}
      {more > 0 && (
        <li data-level="more">
          <Link to={log}>{t("attention.more", { count: more })}</Link>
        </li>
      )}
      {reported > 0 && (
        <li data-level="warning">
          <Icon name="warning" size="1.25em" />
          <p>{t("attention.errors", { count: reported })}</p>
        </li>
      )}
    </List>
  );
}

const Quiet = styled("p", {
  display: "flex",
  alignItems: "center",
  gap: "1.5",
  minH: "5",
  mb: "2",
  textStyle: "sm",
  color: "good",
});

const List = styled("ul", {
  listStyleType: "none",
  layerStyle: "card",
  overflow: "hidden",
  mb: { base: "3", lg: "4" },
  textStyle: "sm",
  "& li": { display: "flex", alignItems: "center", gap: "2.5", px: "4", py: "2" },
  "& li + li": { borderTopWidth: "1px", borderColor: "border.muted" },
  "& p": { display: "flex", flexWrap: "wrap", columnGap: "3", minW: "0", overflowWrap: "anywhere" },
  "& small": { textStyle: "xs", lineHeight: "1.25rem", color: "fg.muted" },
  "& a > bdi": { fontWeight: "semibold", me: "2" },
  "& b": { fontWeight: "semibold" },
  "& a": {
    borderRadius: "xs",
    focusVisibleRing: "outside",
    _hover: { textDecoration: "underline" },
  },
  "& [data-level] > svg": { flexShrink: "0" },
  ...Object.fromEntries(
    ["fault", "warning", "info"].map((level) => [
      `& [data-level=${level}]`,
      { bg: `${level}.wash`, "& > svg": { color: level } },
    ]),
  ),
});
