import { Input } from "@chakra-ui/react";
import { useId } from "react";
import { Select } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Switch } from "#app/ui/switch.tsx";
import type { Confirmation } from "#domain/settings/confirmations.ts";
import type { Refusal } from "./param-data.ts";
import type { ReviewOptions } from "./review-options.ts";
import type { Setting } from "./setting.ts";
import { useRefusalText } from "./use-refusal-text.ts";

/** Maximum length of the reason, which the operation limits. */
const MAX_REASON = 500;

/** Choices of the time after which the device reverts, minutes. */
const REVERT_MINUTES = [2, 5, 15, 60] as const;

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
        <div data-field>
          <label htmlFor={`${id}-revert`}>{t("review.revert")}</label>
          <Select
            id={`${id}-revert`}
            value={String(options.revertMinutes ?? "")}
            onChange={({ currentTarget: { value } }) =>
              set({ revertMinutes: value === "" ? null : Number(value) })
            }
          >
            <option value="">{t("review.noRevert")}</option>
            {REVERT_MINUTES.map((count) => (
              <option key={count} value={count}>
                {t("review.revertMinutes", { count })}
              </option>
            ))}
          </Select>
          <small>{t("review.revertHint")}</small>
        </div>
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
