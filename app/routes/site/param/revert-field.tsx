import { useId } from "react";
import { Select } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** Choices of the time after which the device reverts, minutes. */
const REVERT_MINUTES = [2, 5, 15, 60] as const;

type RevertFieldProps = {
  /** Minutes after which the device reverts; null if it does not. */
  minutes: number | null;
  /** States what reverts and when. */
  hint: string;
  onChange: (minutes: number | null) => void;
};

/** Choice of the time after which a device puts the old values back unless the portal confirms the change. */
export function RevertField({ minutes, hint, onChange }: RevertFieldProps) {
  const { t } = useTranslation("param");
  const id = useId();
  return (
    <div data-field>
      <label htmlFor={id}>{t("review.revert")}</label>
      <Select
        id={id}
        aria-describedby={`${id}-hint`}
        value={String(minutes ?? "")}
        onChange={({ currentTarget: { value } }) => onChange(value === "" ? null : Number(value))}
      >
        <option value="">{t("review.noRevert")}</option>
        {REVERT_MINUTES.map((count) => (
          <option key={count} value={count}>
            {t("review.revertMinutes", { count })}
          </option>
        ))}
      </Select>
      <small id={`${id}-hint`}>{hint}</small>
    </div>
  );
}
