import { Button, VisuallyHidden } from "@chakra-ui/react";
import { Link } from "react-router";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Pager } from "#app/ui/pager.tsx";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { ChangeItems } from "./change-items.tsx";
import { isOpen, toneOfChange, undoItems } from "./change-outcome.ts";
import { ChangeResult } from "./change-result.tsx";
import { type ParamData, type ParamFilter, paramAddress } from "./param-data.ts";
import type { Setting } from "./setting.ts";
import type { RequestItem } from "./setting-draft.ts";
import { useSettingText } from "./use-setting-text.ts";

type ChangeHistoryProps = {
  filter: ParamFilter;
  site: ParamData["site"];
  changes: ParamData["changes"];
  settings: readonly Setting[];
  mayChange: boolean;
  onUndo: (items: readonly RequestItem[]) => void;
};

/** Changes of the site's settings, newest first: who made them, when, why, and their results. */
export function ChangeHistory(props: ChangeHistoryProps) {
  const { filter, site, changes, settings, mayChange, onUndo } = props;
  const { t } = useTranslation("param");
  const { nameOf } = useSettingText();
  const { register } = filter;
  const chosen = settings.find(({ address }) => address === register);
  const kept = { ...filter, section: null, tab: null, search: "" };
  return (
    <div id="changes">
      <Section
        stacked
        title={t("history.title")}
        text={
          register === null
            ? t("history.text")
            : t("history.ofOne", { name: chosen === undefined ? register : nameOf(chosen) })
        }
        {...(register !== null && {
          aside: (
            <Button asChild size="sm" variant="outline" colorPalette="gray">
              <Link
                to={`${paramAddress(site.search, { ...kept, register: null, page: 1 })}#changes`}
              >
                {t("history.all")}
              </Link>
            </Button>
          ),
        })}
      >
        {changes.list.length === 0 ? (
          <p role="status">{t("history.empty")}</p>
        ) : (
          <List>
            {changes.list.map((change) => (
              <li key={change.changeId}>
                <Entry
                  change={change}
                  register={register}
                  settings={settings}
                  timeZone={site.timeZone}
                  mayChange={mayChange}
                  onUndo={onUndo}
                />
              </li>
            ))}
          </List>
        )}
        <Pager
          page={filter.page}
          pages={changes.pages}
          addressOf={(page) => `${paramAddress(site.search, { ...kept, page })}#changes`}
        />
      </Section>
    </div>
  );
}

type EntryProps = Pick<ChangeHistoryProps, "settings" | "mayChange" | "onUndo"> & {
  change: ChangeRecord;
  /** Register whose values are shown; null for changes of all registers. */
  register: string | null;
  timeZone: string;
};

function Entry({ change, register, settings, timeZone, mayChange, onUndo }: EntryProps) {
  const { t } = useTranslation("param");
  const { nameOf, valueText } = useSettingText();
  const { items, by, at, reason, result, state } = change;
  const first = items[0]?.address;
  const known = settings.find(({ address }) => address === first);
  const name = known === undefined ? `\u2066${first}\u2069` : nameOf(known);
  const own = items.find(({ address }) => address === register);
  const described = settings.find(({ address }) => address === register);
  const undo = undoItems(change, settings);
  return (
    <details>
      <summary>
        <span data-what>
          {own !== undefined && described !== undefined ? (
            <>
              <bdi>{valueText(described, own.from)}</bdi>{" "}
              <Icon name="chevron" size="0.75rem" mirrored />
              <VisuallyHidden>{t("review.to")}</VisuallyHidden>{" "}
              <bdi>{valueText(described, own.value)}</bdi>
            </>
          ) : items.length === 1 ? (
            name
          ) : (
            t("history.several", { name, count: items.length - 1 })
          )}
        </span>
        <span data-tone={toneOfChange(change)}>
          {result === undefined || (isOpen(change) && result === "success")
            ? t(`step.${isStep(state) ? state : "sent"}`)
            : t(`result.${result}`)}
        </span>
        <span data-meta>
          <Moment at={at} timeZone={timeZone} />
          <bdi>{by}</bdi>
        </span>
        {reason !== null && <q data-reason>{reason}</q>}
      </summary>
      <div>
        <ChangeResult change={change} />
        <ChangeItems items={items} settings={settings} />
        {mayChange && undo.length > 0 && !isOpen(change) && (
          <Button size="sm" variant="outline" onClick={() => onUndo(undo)}>
            {t("undo.action")}
          </Button>
        )}
      </div>
    </details>
  );
}

function isStep(state: ChangeRecord["state"]) {
  return state !== "ended" && state !== "rolling back";
}

const List = styled("ul", {
  listStyleType: "none",
  borderWidth: "1px",
  borderRadius: "lg",
  "& > li + li": { borderTopWidth: "1px" },
  "& summary": {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    columnGap: "4",
    rowGap: "0.5",
    px: { base: "3", md: "4" },
    py: "3",
    cursor: "button",
    focusVisibleRing: "inside",
    _hover: { bg: "bg.hover" },
  },
  "& [data-what]": { fontWeight: "medium", overflowWrap: "anywhere" },
  "& [data-tone]": { textStyle: "xs", fontWeight: "medium", alignSelf: "center" },
  "& [data-tone=good]": { color: "good" },
  "& [data-tone=warning]": { color: "warning" },
  "& [data-tone=fault]": { color: "fault" },
  "& [data-tone=info]": { color: "info" },
  "& [data-meta]": {
    gridColumn: "1 / -1",
    display: "flex",
    flexWrap: "wrap",
    columnGap: "3",
    textStyle: "xs",
    color: "fg.muted",
  },
  "& [data-reason]": {
    gridColumn: "1 / -1",
    textStyle: "xs",
    color: "fg.muted",
    overflowWrap: "anywhere",
    unicodeBidi: "isolate",
  },
  "& details > div": {
    display: "flex",
    flexDirection: "column",
    gap: "3",
    px: { base: "3", md: "4" },
    pb: "4",
  },
  "& details > div > button": { alignSelf: "flex-start" },
});
