import { Button } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { RevertField } from "#app/routes/site/param/revert-field.tsx";
import { controlOf } from "#app/routes/site/param/setting.ts";
import { SettingControl } from "#app/routes/site/param/setting-control.tsx";
import { useRefusalText } from "#app/routes/site/param/use-refusal-text.ts";
import { useSettingText } from "#app/routes/site/param/use-setting-text.ts";
import { styled } from "#app/theme/styled.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { DangerTag } from "./danger-tag.tsx";
import { type ChosenSetting, readChosen, removeSetting } from "./setting-choices.ts";
import { useTaskText } from "./use-task-text.ts";

type ChosenSettingsProps = {
  chosen: readonly ChosenSetting[];
  isAtomic: boolean;
  /** Minutes after which devices revert; null if they do not. */
  revertMinutes: number | null;
  onChange: (chosen: readonly ChosenSetting[]) => void;
  onAtomic: (isAtomic: boolean) => void;
  onRevert: (revertMinutes: number | null) => void;
};

/** The settings of a rollout with their new values. */
export function ChosenSettings(props: ChosenSettingsProps) {
  const { chosen, isAtomic, revertMinutes, onChange, onAtomic, onRevert } = props;
  const { t } = useTranslation("rollouts");
  if (chosen.length === 0) return null;
  const type = (address: string, typed: string) =>
    onChange(chosen.map((one) => (one.setting.address === address ? { ...one, typed } : one)));
  return (
    <Frame>
      <ul aria-label={t("settings.chosen")}>
        {chosen.map((one) => (
          <li key={one.setting.address}>
            <ChosenRow
              chosen={one}
              onType={(typed) => type(one.setting.address, typed)}
              onRemove={() => onChange(removeSetting(chosen, one.setting))}
            />
          </li>
        ))}
      </ul>
      {chosen.some(({ setting }) => setting.group !== undefined) && <p>{t("settings.group")}</p>}
      {chosen.length > 1 && (
        <Switch>
          <input
            type="checkbox"
            checked={isAtomic}
            onChange={({ currentTarget }) => onAtomic(currentTarget.checked)}
          />
          <span>
            {t("settings.atomic")}
            <small>{t("settings.atomicHint")}</small>
          </span>
        </Switch>
      )}
      <RevertField minutes={revertMinutes} hint={t("settings.revertHint")} onChange={onRevert} />
    </Frame>
  );
}

type ChosenRowProps = {
  chosen: ChosenSetting;
  onType: (typed: string) => void;
  onRemove: () => void;
};

function ChosenRow({ chosen, onType, onRemove }: ChosenRowProps) {
  const { t } = useTranslation("rollouts");
  const { nameOf } = useSettingText();
  const { problemText } = useRefusalText();
  const { equipmentName } = useTaskText();
  const id = useId();
  const { setting, typed } = chosen;
  const name = nameOf(setting);
  const read = readChosen(chosen);
  const problem = "problem" in read ? read.problem : null;
  return (
    <>
      <div data-head>
        <label htmlFor={id}>
          {name} {setting.danger !== undefined && <DangerTag danger={setting.danger} />}
          <small>
            {equipmentName(setting.address.slice(0, 4))} <bdi dir="ltr">{setting.address}</bdi>
          </small>
        </label>
        <Button
          type="button"
          size="sm"
          variant="outline"
          colorPalette="gray"
          aria-label={t("settings.removeOne", { name })}
          onClick={onRemove}
        >
          {t("settings.remove")}
        </Button>
      </div>
      <div data-control={controlOf(setting)}>
        <SettingControl
          id={id}
          setting={setting}
          typed={typed}
          isInvalid={problem !== null}
          describedBy={problem === null ? undefined : `${id}-problem`}
          isReadOnly={false}
          name={name}
          onType={onType}
        />
        {problem !== null && <em id={`${id}-problem`}>{problemText(setting, problem)}</em>}
      </div>
    </>
  );
}

const Frame = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "3",
  minW: "0",
  "& > ul": {
    listStyleType: "none",
    borderWidth: "1px",
    borderColor: "border.emphasized",
    borderRadius: "lg",
  },
  "& > ul > li": { display: "flex", flexDirection: "column", gap: "2", px: "3", py: "3" },
  "& > ul > li + li": { borderTopWidth: "1px", borderTopColor: "border.muted" },
  "& [data-head]": { display: "flex", justifyContent: "space-between", gap: "3" },
  "& [data-head] > label": { fontWeight: "medium", minW: "0", overflowWrap: "anywhere" },
  "& [data-head] small": {
    display: "block",
    color: "fg.muted",
    textStyle: "xs",
    fontWeight: "normal",
  },
  "& em": { fontStyle: "normal", textStyle: "xs", fontWeight: "medium", color: "fg.error" },
  "& p": { color: "fg.muted" },
  "& > [data-field]": {
    display: "flex",
    flexDirection: "column",
    gap: "1.5",
    maxW: { md: "30rem" },
  },
  "& > [data-field] > label": { fontWeight: "medium" },
  "& > [data-field] > small": { color: "fg.muted", textStyle: "xs" },
});
