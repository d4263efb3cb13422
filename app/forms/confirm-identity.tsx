import { useEffect, useState } from "react";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { needsIdentity } from "./identity.ts";
import { IdentityField } from "./identity-field.tsx";
import type { FormResult } from "./use-own-form.ts";

const IdentityDialog = lazyComponent(() => import("./identity-dialog.tsx"));

type ConfirmIdentityProps = {
  /** Id of the form that it belongs to. */
  form: string;
  intent: string;
  /** The text of the form's own button: what is confirmed. */
  submit: string;
  danger?: boolean;
  result: Pick<FormResult, "problem"> | null | undefined;
  busy: boolean;
};

/**
 * Asks for the password where the form was refused without it: in a dialog, and in the form itself where no scripts run.
 * The form is sent again as it is, with the password.
 */
export function ConfirmIdentity(props: ConfirmIdentityProps) {
  const { result } = props;
  const [hasScripts, setHasScripts] = useState(false);
  const [dismissed, setDismissed] = useState<ConfirmIdentityProps["result"]>(null);
  useEffect(() => setHasScripts(true), []);
  if (!needsIdentity(result)) return null;
  if (!hasScripts) return <IdentityField result={result} hasHint />;
  if (dismissed === result) return null;
  const close = () => setDismissed(result);
  return <IdentityDialog {...props} onClose={close} />;
}
