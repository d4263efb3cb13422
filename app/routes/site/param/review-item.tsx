import { Button, Input, VisuallyHidden } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { Refusal } from "./param-data.ts";
import { isSameValue, type Setting } from "./setting.ts";
import type { Changed } from "./setting-draft.ts";
import { dangerKey } from "./setting-row.tsx";
import { useRefusalText } from "./use-refusal-text.ts";
import { useSettingText } from "./use-setting-text.ts";

type ReviewItemProps = {
  changed: Changed;
  settings: readonly Setting[];
  refusals: readonly Refusal[];
  typedName: string | null;
  /** Receives the setting's name of the catalogue as soon as its shown name is typed, else what is typed. */
  onTypeName: (name: string) => void;
  onRebase: () => void;
};

/** One setting of a change: from which value to which, what is dangerous, and why it is refused. */
export function ReviewItem(props: ReviewItemProps) {
  const { changed, settings, refusals, typedName, onTypeName, onRebase } = props;
  const { setting, value, entry } = changed;
  const { t } = useTranslation("param");
  const { nameOf, valueText } = useSettingText();
  const { refusalText } = useRefusalText();
  const id = useId();
  const name = nameOf(setting);
  const { danger, whenOff } = setting;
  const hasMoved = !isSameValue(setting, entry.base, setting.value);
  const isWorn = typedName !== null || refusals.some(({ code }) => /writeLimit/i.test(code));
  return (
    <li data-danger={danger !== undefined || undefined}>
      <strong>{name}</strong>
      {setting.oneShot ? (
        <span>{t("action.willRun")}</span>
      ) : (
        <span data-values>
          <bdi>{valueText(setting, setting.value)}</bdi>
          <Icon name="chevron" size="0.75rem" mirrored />
          <VisuallyHidden>{t("review.to")}</VisuallyHidden>
          <bdi data-to>{valueText(setting, value)}</bdi>
        </span>
      )}
      {danger !== undefined && (
        <small data-tone="fault">
          <Icon name="warning" size="0.875rem" />
          {t(`dangerText.${dangerKey(danger)}`)}
        </small>
      )}
      {whenOff && refusals.length === 0 && <small data-tone="warning">{t("whenOff")}</small>}
      {refusals.map((refusal) => (
        <em key={refusal.code} role="alert">
          {refusalText(refusal, setting, settings)}
        </em>
      ))}
      {hasMoved && (
        <div>
          <small data-tone="warning">
            {t("moved", { value: valueText(setting, setting.value) })}
          </small>
          <Button type="button" size="xs" variant="outline" onClick={onRebase}>
            {t("keepInput")}
          </Button>
        </div>
      )}
      {isWorn && (
        <div>
          <label htmlFor={id}>{t("review.typeName", { name })}</label>
          <Input
            id={id}
            size="sm"
            autoComplete="off"
            dir="auto"
            onChange={({ currentTarget }) =>
              onTypeName(
                currentTarget.value.trim() === name
                  ? (setting.name ?? setting.address)
                  : currentTarget.value.trim(),
              )
            }
          />
        </div>
      )}
    </li>
  );
}
