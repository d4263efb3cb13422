import { VisuallyHidden } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { ChangeItem } from "#domain/settings/change.ts";
import type { Setting } from "./setting.ts";
import { useSettingText } from "./use-setting-text.ts";

/** Items of a change with the result of each. */
export function ChangeItems({
  items,
  settings,
}: {
  items: readonly ChangeItem[];
  settings: readonly Setting[];
}) {
  const { t } = useTranslation("param");
  const { nameOf, valueText } = useSettingText();
  return (
    <Items>
      {items.map((item) => {
        const { address, from, value, result, readBack, state } = item;
        const setting = settings.find((one) => one.address === address);
        const text = (one: typeof value) =>
          setting === undefined ? String(one ?? "—") : valueText(setting, one);
        const isOther = readBack !== undefined && readBack !== null && result !== "success";
        return (
          <li key={address}>
            {setting === undefined ? <code dir="ltr">{address}</code> : <b>{nameOf(setting)}</b>}
            <span data-values>
              <bdi>{text(from)}</bdi>
              <Icon name="chevron" size="0.75rem" mirrored />
              <VisuallyHidden>{t("review.to")}</VisuallyHidden>
              <bdi data-to>{text(value)}</bdi>
            </span>
            <span data-result={result ?? "open"}>
              {result === undefined
                ? t(`step.${state === "ended" ? "queued" : state}`)
                : t(`itemResult.${result}`)}
              {isOther && ` · ${t("readBack", { value: text(readBack) })}`}
            </span>
          </li>
        );
      })}
    </Items>
  );
}

const Items = styled("ul", {
  listStyleType: "none",
  textStyle: "sm",
  "& > li": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: "3",
    rowGap: "0.5",
    py: "2",
    minW: "0",
    overflowWrap: "anywhere",
  },
  "& > li + li": { borderTopWidth: "1px", borderColor: "border.muted" },
  "& b": { fontWeight: "medium" },
  "& [data-values]": {
    display: "inline-flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "1.5",
    color: "fg.muted",
  },
  "& [data-to]": { color: "fg" },
  "& [data-result]": { ms: "auto", textStyle: "xs", color: "fg.muted" },
  "& [data-result=success]": { color: "good" },
  "& [data-result='configuration failed'], & [data-result='parameter error'], & [data-result='reverted by device']":
    { color: "fault" },
  "& [data-result=conflict], & [data-result=unknown], & [data-result=expired], & [data-result='response timeout']":
    { color: "warning" },
});
