import { Button, Input } from "@chakra-ui/react";
import { Select } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { SWITCH_STYLES } from "#app/ui/switch-styles.ts";
import { EVERY_DAY, hasDay, toggleDay } from "#domain/settings/week-mask.ts";
import type { ControlProps } from "./control-props.ts";
import { NumberControl } from "./number-control.tsx";
import { controlOf, optionKeys } from "./setting.ts";
import { formatDayTime } from "./times.ts";
import { useSettingText, WEEKDAYS } from "./use-setting-text.ts";

/** The control that is right for the values of a setting. */
export function SettingControl(props: ControlProps) {
  const { id, setting, typed, isInvalid, describedBy, isReadOnly, onType } = props;
  const { t } = useTranslation("param");
  const aria = {
    id,
    "aria-describedby": describedBy,
    "aria-invalid": isInvalid || undefined,
    disabled: isReadOnly,
  };
  switch (controlOf(setting)) {
    case "action":
      return <Action {...props} />;
    case "switch":
      return <OnOff {...props} />;
    case "select":
      return <Choice {...props} />;
    case "week":
      return <Week {...props} />;
    case "time":
      return (
        <Input
          {...aria}
          type="text"
          inputMode="numeric"
          dir="ltr"
          maxW="28"
          placeholder="00:00"
          value={typed ?? (typeof setting.value === "number" ? formatDayTime(setting.value) : "")}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      );
    case "secret":
      return (
        <Input
          {...aria}
          type="password"
          autoComplete="off"
          dir="ltr"
          placeholder={t("secret")}
          value={typed ?? ""}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      );
    case "text":
      return (
        <Input
          {...aria}
          type="text"
          autoComplete="off"
          dir="auto"
          value={typed ?? String(setting.value ?? "")}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      );
    case "number":
      return <NumberControl {...props} />;
  }
}

/** A command of the device, which is part of the change once it is selected. */
function Action({ id, setting, typed, describedBy, isReadOnly, onType }: ControlProps) {
  const { t } = useTranslation("param");
  const { optionWord } = useSettingText();
  const [value = "1"] = optionKeys(setting);
  const word = setting.options?.[value];
  return (
    <Button
      id={id}
      type="button"
      size="sm"
      variant={typed === null ? "outline" : "solid"}
      colorPalette={setting.danger === undefined ? "brand" : "danger"}
      alignSelf="flex-start"
      aria-pressed={typed !== null}
      aria-describedby={describedBy}
      disabled={isReadOnly}
      onClick={() => onType(typed === null ? value : "")}
    >
      {typed !== null
        ? t("action.selected")
        : word === undefined
          ? t("action.run")
          : optionWord(word)}
    </Button>
  );
}

function OnOff(props: ControlProps) {
  const { id, setting, typed, isInvalid, describedBy, isReadOnly, onType } = props;
  const { valueText } = useSettingText();
  const { value } = setting;
  const isOn = typed === null ? value === 1 : typed === "1";
  return (
    <SwitchRow>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isReadOnly}
        aria-describedby={describedBy}
        aria-invalid={isInvalid || undefined}
        onChange={({ currentTarget }) => onType(currentTarget.checked ? "1" : "0")}
      />
      <span aria-hidden>
        {valueText(setting, typed === null && value === null ? null : isOn ? 1 : 0)}
      </span>
    </SwitchRow>
  );
}

function Choice(props: ControlProps) {
  const { id, setting, typed, isInvalid, describedBy, isReadOnly, onType } = props;
  const { valueText } = useSettingText();
  const keys = optionKeys(setting);
  const present = setting.value === null ? "" : String(setting.value);
  return (
    <Select
      id={id}
      value={typed ?? present}
      disabled={isReadOnly}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    >
      {/* A value that may not be chosen is shown as long as the setting has it. */}
      {!keys.includes(present) && (
        <option value={present}>{valueText(setting, setting.value)}</option>
      )}
      {keys.map((key) => (
        <option key={key} value={key}>
          {valueText(setting, Number(key))}
        </option>
      ))}
    </Select>
  );
}

function Week({ id, setting, typed, name, describedBy, isReadOnly, onType }: ControlProps) {
  const { t } = useTranslation("param");
  const present = typeof setting.value === "number" ? setting.value : 0;
  const mask = Number(typed ?? present) & EVERY_DAY;
  return (
    <Days role="group" id={id} aria-label={name} aria-describedby={describedBy}>
      {WEEKDAYS.map((day, index) => (
        <button
          key={day}
          type="button"
          aria-pressed={hasDay(mask, index)}
          disabled={isReadOnly}
          onClick={() => onType(String(toggleDay(mask, index)))}
        >
          {t(`week.${day}`)}
        </button>
      ))}
    </Days>
  );
}

/** A label, so that fingers reach the switch beside it, too. */
const SwitchRow = styled("label", {
  display: "inline-flex",
  alignItems: "center",
  gap: "3",
  alignSelf: "flex-start",
  minH: "10",
  minW: "11",
  cursor: "pointer",
  "@media (pointer: coarse)": { minH: "11" },
  "& input": SWITCH_STYLES,
  "& input:disabled": { opacity: "0.6", cursor: "not-allowed" },
});

const Days = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  gap: "1",
  "& button": {
    minW: "11",
    minH: "9",
    "@media (pointer: coarse)": { minH: "11" },
    px: "2",
    borderWidth: "1px",
    borderRadius: "md",
    textStyle: "xs",
    fontWeight: "medium",
    color: "fg.muted",
    cursor: "button",
    focusVisibleRing: "outside",
    "&[aria-pressed=true]": {
      bg: "brand.solid",
      color: "brand.contrast",
      borderColor: "brand.solid",
    },
    _disabled: { opacity: "0.6", cursor: "not-allowed" },
  },
});
