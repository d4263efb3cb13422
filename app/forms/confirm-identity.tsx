import { useState } from "react";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { needsIdentity } from "./identity.ts";
import { IdentityField } from "./identity-field.tsx";
import type { Refusable } from "./use-own-form.ts";

const IdentityDialog = lazyComponent(() => import("./identity-dialog.tsx"));

type ConfirmIdentityProps = {
  /** Id of the form that is confirmed. */
  form: string;
  intent: string;
  /** Text of the form's submit button, which names the action. */
  submit: string;
  danger?: boolean;
  result: Refusable;
  busy: boolean;
};

/**
 * Asks for the password if the form was refused without it: in a dialog, or without scripts in the form itself. The
 * form is then sent again with the password.
 */
export function ConfirmIdentity(props: ConfirmIdentityProps) {
  const { result } = props;
  const hasScripts = useHydrated();
  const [dismissed, setDismissed] = useState<ConfirmIdentityProps["result"]>(null);
  if (!needsIdentity(result)) return null;
  if (!hasScripts) return <IdentityField result={result} hasHint />;
  if (dismissed === result) return null;
  const close = () => setDismissed(result);
  return <IdentityDialog {...props} onClose={close} />;
}
