import { type ReactNode, useId, useRef } from "react";
import { needsIdentity } from "#app/forms/identity.ts";
import { IdentityField } from "#app/forms/identity-field.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { DialogClose, DialogShell, DialogSubmit } from "#app/ui/dialog-shell.tsx";
import { DialogFrame } from "./dialog-frame.ts";
import { Refused } from "./refused.tsx";
import type { RemoteExtra } from "./remote-data.ts";

type ConfirmDialogProps = {
  open: boolean;
  /** Name of the dialog for tests and styles. */
  name: string;
  title: string;
  intent: string;
  submit: string;
  /** Whether everything that the action needs is met. */
  isReady: boolean;
  children: ReactNode;
  onClose: () => void;
  onDone: () => void;
};

/** Confirms updates with what they do; it stays open with the reason if they are refused. Enter alone does not confirm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, name, title, intent, submit, children, onClose, onDone } = props;
  const { t } = useTranslation("common");
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const own = useOwnForm<RemoteExtra>(null, {
    drafts: "none",
    owns: () => false,
    resets: false,
    onDone,
  });
  const { busy, outcome, result } = own;
  const asksIdentity = needsIdentity(result);
  const isReady = props.isReady && !busy;
  return (
    <DialogShell
      name={`update-${name}`}
      isAlert
      size="lg"
      open={open}
      title={title}
      initialFocus={() => first.current}
      onClose={onClose}
      footer={
        <>
          <DialogClose ref={first} onClick={onClose}>
            {t("actions.cancel")}
          </DialogClose>
          <DialogSubmit form={`${id}-form`} intent={intent} isReady={isReady}>
            {submit}
          </DialogSubmit>
        </>
      }
    >
      <own.Form method="post" ref={own.form} id={`${id}-form`} noValidate>
        <DialogFrame>
          {children}
          {asksIdentity && <IdentityField result={outcome} hasHint />}
          <Refused refusal={outcome?.refusal} />
          {!outcome?.refusal && !asksIdentity && <Outcome result={outcome} done="" />}
        </DialogFrame>
      </own.Form>
    </DialogShell>
  );
}
