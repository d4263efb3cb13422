import { useId } from "react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { useYearsText } from "./use-years-text.ts";

type RetentionChange = ApiAnswer<"POST /site/v2/history/retention">["changes"][number];

/** Changes of the retention period with their authors, the newest first. */
export function RetentionChanges(props: { changes: readonly RetentionChange[]; timeZone: string }) {
  const { changes, timeZone } = props;
  const { t } = useTranslation("settings");
  const yearsText = useYearsText();
  const id = useId();
  return (
    <Changes>
      <h3 id={id}>{t("retention.changes.title")}</h3>
      <ol aria-labelledby={id}>
        {changes.map(({ id: change, time, by, oldYears, newYears }) => (
          <li key={change}>
            <bdi>{by?.name ?? t("retention.changes.deletedUser")}</bdi>
            <span>
              {yearsText(oldYears)}
              <Icon name="chevron" size="0.75rem" />
              {yearsText(newYears)}
            </span>
            <Moment at={time} timeZone={timeZone} />
          </li>
        ))}
      </ol>
    </Changes>
  );
}

const Changes = styled("div", {
  pt: "4",
  borderTopWidth: "1px",
  borderColor: "border.muted",
  "& h3": { fontWeight: "medium", mb: "2" },
  "& ol": { listStyleType: "none", display: "grid", gap: "2" },
  "& li": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: "3",
    minW: "0",
    overflowWrap: "anywhere",
  },
  "& li > span": {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    color: "fg.muted",
  },
  "& svg": { flexShrink: "0", _rtl: { transform: "scaleX(-1)" } },
  "& time": { ms: "auto", textStyle: "xs", color: "fg.muted" },
});
