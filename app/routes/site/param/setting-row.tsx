import { Button } from "@chakra-ui/react";
import { memo } from "react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Icon } from "#app/ui/icons/icon.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { showSetting } from "#domain/settings/shown-setting.ts";
import { DriftNotice } from "./drift-notice.tsx";
import { type ParamSite, paramAddress, type Refusal } from "./param-data.ts";
import { isSameValue, type Setting } from "./setting.ts";
import { SettingControl } from "./setting-control.tsx";
import { type DraftEntry, inputOf, limited, readInput } from "./setting-draft.ts";
import { useRefusalText } from "./use-refusal-text.ts";
import { useSettingText } from "./use-setting-text.ts";
import { WearMeter } from "./wear-meter.tsx";

/** Marks settings that can be set only while the inverters are off (specification, section 4). */
const ASTERISK = "*";

/** Properties that all rows share. */
export type RowTools = {
  site: ParamSite;
  settings: readonly Setting[];
  isReadOnly: boolean;
  type: (setting: Setting, typed: string) => void;
  rebase: (settings: readonly Setting[]) => void;
};

type SettingRowProps = RowTools & {
  setting: Setting;
  entry: DraftEntry | undefined;
  refusals: readonly Refusal[];
};

/**
 * A setting with its control, its present value, its limits and its number of writes. It is rendered again only when its
 * own properties change, because a search shows hundreds.
 */
export const SettingRow = memo(function SettingRow(props: SettingRowProps) {
  const { setting, entry, refusals, site, settings, isReadOnly, type, rebase } = props;
  const { t } = useTranslation("param");
  const { nameOf, valueText } = useSettingText();
  const { problemText, refusalText } = useRefusalText();
  const { address, danger, whenOff, value, at } = setting;
  const id = `setting-${address}`;
  const name = nameOf(setting);
  const read = entry === undefined ? null : readInput(setting, entry.typed);
  const faults = [
    ...(read !== null && "problem" in read ? [problemText(setting, read.problem)] : []),
    ...refusals.map((refusal) => refusalText(refusal, setting, settings)),
  ];
  const hasMoved = entry !== undefined && !isSameValue(setting, entry.base, value);
  const isWithoutEffect = !isRelevant(setting, settings);
  return (
    <Row data-setting={address} data-changed={entry !== undefined || undefined}>
      <div data-name>
        <label htmlFor={id}>
          {name}
          {whenOff && (
            <abbr title={t("whenOff")} aria-label={t("whenOff")}>
              {ASTERISK}
            </abbr>
          )}
        </label>
        {danger !== undefined && (
          <span data-danger>
            <Icon name="warning" size="0.875rem" />
            {t(`danger.${dangerKey(danger)}`)}
          </span>
        )}
        <p id={`${id}-hint`}>
          <span>
            {setting.oneShot
              ? t("action.hint")
              : t("present", { value: valueText(setting, value) })}
          </span>
          <LimitsText setting={setting} />
          {isWithoutEffect && <span>{t("noEffect")}</span>}
        </p>
      </div>
      <div data-control>
        <SettingControl
          id={id}
          setting={setting}
          typed={entry?.typed ?? null}
          isInvalid={faults.length > 0}
          describedBy={faults.length > 0 ? `${id}-fault ${id}-hint` : `${id}-hint`}
          isReadOnly={isReadOnly}
          name={name}
          onType={(typed) => type(setting, typed)}
        />
        {faults.map((fault) => (
          <em key={fault} id={`${id}-fault`} role="alert">
            {fault}
          </em>
        ))}
        {hasMoved && (
          <p data-moved role="status">
            {t("moved", { value: valueText(setting, value) })}{" "}
            <Button type="button" size="xs" variant="outline" onClick={() => rebase([setting])}>
              {t("keepInput")}
            </Button>
          </p>
        )}
        {entry !== undefined && (
          <button
            type="button"
            data-reset
            onClick={() => type(setting, inputOf(setting, value) ?? "")}
          >
            {t("reset")}
          </button>
        )}
      </div>
      <div data-meta>
        <code dir="ltr">{address}</code>
        {at !== null && !setting.oneShot && (
          <span>
            {t("reportedAt")} <Moment at={at} timeZone={site.timeZone} />
          </span>
        )}
        <WearMeter setting={setting} />
        {!isReadOnly && (
          <Link
            to={`${paramAddress(site.search, {
              device: address.slice(0, 6),
              section: setting.section ?? null,
              tab: setting.tab ?? null,
              register: address,
            })}#changes`}
          >
            {t("history.ofSetting")}
          </Link>
        )}
      </div>
      {setting.drift !== null && (
        <DriftNotice
          setting={setting}
          timeZone={site.timeZone}
          isReadOnly={isReadOnly}
          onRestore={(typed) => type(setting, typed)}
        />
      )}
    </Row>
  );
});

const DANGERS = ["grid", "battery", "reset", "power"] as const;

/** A danger that this page does not know is one for the supply. */
export function dangerKey(danger: string): (typeof DANGERS)[number] {
  return DANGERS.find((one) => one === danger) ?? "power";
}

function isRelevant({ address, relevant }: Setting, settings: readonly Setting[]): boolean {
  if (relevant === undefined) return true;
  const other = settings.find((one) => one.address === address.slice(0, 6) + relevant.register);
  return typeof other?.value !== "number" || relevant.values.includes(other.value);
}

function LimitsText({ setting }: { setting: Setting }) {
  const { t } = useTranslation("param");
  const { limitText } = useRefusalText();
  const { min, max, recommended } = showSetting(limited(setting));
  const isNumber = setting.options === undefined && setting.format === undefined;
  if (!isNumber || setting.oneShot || min === undefined || max === undefined) return null;
  const text = (value: number) => limitText(setting, value);
  return (
    <>
      <span>{t("range", { min: text(min), max: text(max) })}</span>
      {recommended && (
        <span data-recommended>
          {t("recommended", { min: text(recommended[0]), max: text(recommended[1]) })}
        </span>
      )}
    </>
  );
}

const Row = styled("li", {
  display: "grid",
  gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1fr)" },
  columnGap: "6",
  rowGap: "2",
  px: { base: "3", md: "4" },
  py: "3.5",
  textStyle: "sm",
  minW: "0",
  borderInlineStartWidth: "3px",
  borderInlineStartColor: "transparent",
  "&[data-changed]": { borderInlineStartColor: "brand.solid", bg: "bg.hover" },
  "& [data-name]": { minW: "0", overflowWrap: "anywhere" },
  "& [data-name] > label": { fontWeight: "medium", me: "2" },
  "& abbr": { color: "warning", fontWeight: "bold", ps: "0.5", textDecoration: "none" },
  "& [data-danger]": {
    display: "inline-flex",
    alignItems: "center",
    gap: "1",
    px: "2",
    py: "0.5",
    borderRadius: "full",
    textStyle: "xs",
    fontWeight: "medium",
    bg: "fault.wash",
    color: "fault",
  },
  "& [data-name] > p": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "3",
    mt: "0.5",
    textStyle: "xs",
    color: "fg.muted",
    fontVariantNumeric: "tabular-nums",
  },
  "& [data-recommended]": { color: "good" },
  "& [data-control]": {
    display: "flex",
    flexDirection: "column",
    gap: "1.5",
    minW: "0",
  },
  "& [data-control] > em": {
    fontStyle: "normal",
    textStyle: "xs",
    fontWeight: "medium",
    color: "fg.error",
  },
  "& [data-moved]": { textStyle: "xs", color: "warning" },
  "& [data-reset]": {
    alignSelf: "flex-start",
    textStyle: "xs",
    color: "brand.fg",
    textDecoration: "underline",
    cursor: "button",
    focusVisibleRing: "outside",
    borderRadius: "sm",
  },
  "& [data-meta]": {
    gridColumn: "1 / -1",
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "4",
    rowGap: "1",
    textStyle: "xs",
    color: "fg.muted",
    "& code": { fontSize: "inherit" },
    "& a": {
      color: "brand.fg",
      textDecoration: "underline",
      display: "inline-block",
      "@media (pointer: coarse)": { py: "3.5", my: "-3" },
    },
  },
});
