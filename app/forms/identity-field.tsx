import { useEffect, useRef } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { TextField } from "./fields.tsx";
import { IDENTITY_FIELD } from "./identity.ts";
import type { FormResult } from "./use-own-form.ts";

type IdentityFieldProps = {
  result: Pick<FormResult, "problem"> | null | undefined;
  /** Id of the form that it belongs to, where it is not inside of it. */
  form?: string;
  /** Whether it explains what it is for. */
  hasHint?: boolean;
  /** Called when the user presses Enter, instead of activating the form's first button. */
  onEnter?: () => void;
};

/** The password that confirms who is at the keyboard. A wrong one takes the focus back. */
export function IdentityField(props: IdentityFieldProps) {
  const { result, form, hasHint = false, onEnter } = props;
  const { t } = useTranslation("common");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (result?.problem) input.current?.focus();
  }, [result]);
  return (
    <TextField
      ref={input}
      name={IDENTITY_FIELD}
      type="password"
      autoComplete="current-password"
      label={t("identity.password")}
      hint={hasHint ? t("identity.text") : undefined}
      result={result}
      {...(form !== undefined && { form })}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || onEnter === undefined) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}
