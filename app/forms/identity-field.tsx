import { useEffect, useRef } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { TextField } from "./fields.tsx";
import { IDENTITY_FIELD } from "./identity.ts";
import type { Refusable } from "./use-own-form.ts";

type IdentityFieldProps = {
  result: Refusable;
  /** Id of the form to which the field belongs if it is not inside of it. */
  form?: string;
  /** Whether a hint explains the field's purpose. */
  hasHint?: boolean;
  /** Called when the user presses Enter, instead of activating the form's first button. */
  onEnter?: () => void;
};

/** Password field that confirms the user's identity. It takes the focus after a wrong password. */
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
