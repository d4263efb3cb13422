import { Input } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Switch } from "#app/ui/switch.tsx";
import type { Confirmation } from "#domain/settings/confirmations.ts";
import type { Refusal } from "./param-data.ts";
import { RevertField } from "./revert-field.tsx";
import type { ReviewOptions } from "./review-options.ts";
import type { Setting } from "./setting.ts";
import { useRefusalText } from "./use-refusal-text.ts";

/** Maximum length of the reason, which the operation limits. */
const MAX_REASON = 500;

type ReviewFieldsProps = {
  options: ReviewOptions;
  isSingle: boolean;
  canRevert: boolean;
  confirmations: readonly Confirmation[];
  /** Refusals of the whole change. */
  general: readonly Refusal[];
  settings: readonly Setting[];
  onChange: (options: ReviewOptions) => void;
};

/** Decisions about the whole change: confirmations, all or none, reverting, the reason. */
export function ReviewFields(props: ReviewFieldsProps) {
  const { options, isSingle, canRevert, confirmations, general, settings, onChange } = props;
  const { t } = useTranslation("param");
  const { refusalText } = useRefusalText();
  const id = useId();
  const set = (changes: Partial<ReviewOptions>) => onChange({ ...options, ...changes });
  return (
    <>
      {general.map((refusal) => (
        <Notice key={refusal.code} tone="fault">
          {refusalText(refusal, undefined, settings)}
        </Notice>
      ))}
      {confirmations.map((one) => (
        <label key={one} data-confirm>
          <input
            type="checkbox"
            checked={options.confirmed.includes(one)}
            onChange={({ currentTarget }) =>
              set({
                confirmed: currentTarget.checked
                  ? [...options.confirmed, one]
                  : options.confirmed.filter((other) => other !== one),
              })
            }
          />
          <span>{t(`confirm.${one}`)}</span>
        </label>
      ))}
      {!isSingle && (
        <Switch>
          <input
            type="checkbox"
            checked={options.isAtomic}
            onChange={({ currentTarget }) => set({ isAtomic: currentTarget.checked })}
          />
          <span>
            {t("review.atomic")}
            <small>{t("review.atomicHint")}</small>
          </span>
        </Switch>
      )}
      {canRevert && (
        <RevertField
          minutes={options.revertMinutes}
          hint={t("review.revertHint")}
          onChange={(revertMinutes) => set({ revertMinutes })}
        />
      )}
      <div data-field>
        <label htmlFor={`${id}-reason`}>{t("review.reason")}</label>
        <Input asChild h="auto" py="2" resize="vertical">
          <textarea
            id={`${id}-reason`}
            rows={2}
            maxLength={MAX_REASON}
            dir="auto"
            value={options.reason}
            onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
          />
        </Input>
        <small>{t("review.reasonHint")}</small>
      </div>
    </>
  );
}
