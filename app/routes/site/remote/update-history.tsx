import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Moment } from "#app/ui/moment.tsx";
import type { UpdateRecord, Updates } from "./remote-data.ts";
import { useUpdateText } from "./use-update-text.ts";

/** Tone of the outcome of an update. */
export function toneOf({ result }: Pick<UpdateRecord, "result">) {
  if (result === null) return "info";
  if (result === "success") return "good";
  return result === "unknown" || result === "not confirmed" || result === "withdrawn"
    ? "warning"
    : "fault";
}

/** The updates of the site, newest first, each with its result in words. */
export function UpdateHistory({ updates, timeZone }: { updates: Updates; timeZone: string }) {
  const { t } = useTranslation("remote");
  const { componentText, nameOf, resultText } = useUpdateText(updates.list);
  const { updates: records } = updates;
  return (
    <Section stacked title={t("history.title")} text={t("history.text")}>
      {records.length === 0 ? (
        <p role="status">{t("history.empty")}</p>
      ) : (
        <List>
          {records.map((record) => {
            const { updateId, address, component, fromVersion, version, by, at } = record;
            return (
              <li key={updateId} data-update={record.result ?? "open"}>
                <div>
                  <b>
                    {t("progress.title", {
                      component: componentText(component),
                      equipment: nameOf(address),
                    })}
                  </b>
                  <span data-outcome={toneOf(record)}>
                    {t(`outcome.${record.result ?? "open"}`)}
                  </span>
                </div>
                <p>
                  {t("history.versions", {
                    from: fromVersion ?? t("history.unknownFrom"),
                    to: version,
                  })}
                  {" · "}
                  <Moment at={at} timeZone={timeZone} />
                  {" · "}
                  {by === "" ? t("progress.byDeleted") : t("progress.by", { name: by })}
                </p>
                {record.result !== null && <p>{resultText(record)}</p>}
                {record.message !== null && <p>{t("message", { message: record.message })}</p>}
              </li>
            );
          })}
        </List>
      )}
    </Section>
  );
}

const List = styled("ol", {
  listStyleType: "none",
  minW: "0",
  "& > li": { py: "3", minW: "0", overflowWrap: "anywhere" },
  "& > li + li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
  "& > li > div": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    columnGap: "3",
    rowGap: "1",
  },
  "& b": { fontWeight: "medium" },
  "& p": { textStyle: "xs", color: "fg.muted", mt: "1" },
  "& [data-outcome]": {
    px: "2.5",
    py: "0.5",
    borderRadius: "full",
    textStyle: "xs",
    fontWeight: "medium",
  },
  "& [data-outcome=good]": { bg: "good.wash", color: "good" },
  "& [data-outcome=info]": { bg: "info.wash", color: "info" },
  "& [data-outcome=warning]": { bg: "warning.wash", color: "warning" },
  "& [data-outcome=fault]": { bg: "fault.wash", color: "fault" },
});
