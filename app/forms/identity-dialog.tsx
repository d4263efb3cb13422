import { Dialog, Flex } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { DialogClose, DialogShell, DialogSubmit } from "../ui/dialog-shell.tsx";
import { IDENTITY_FIELD } from "./identity.ts";
import { IdentityField } from "./identity-field.tsx";
import { Outcome } from "./section.tsx";
import type { Refusable } from "./use-own-form.ts";

type IdentityDialogProps = {
  /** Id of the form to which the dialog belongs. */
  form: string;
  intent: string;
  /** Text of the button, which names the action. */
  submit: string;
  danger?: boolean;
  /** Text that replaces how long the confirmation is valid. */
  text?: string;
  result: Refusable;
  busy: boolean;
  onClose: () => void;
};

/** Dialog for the password, loaded when it is first needed. Its field and its button belong to the form of the page. */
export default function IdentityDialog(props: IdentityDialogProps) {
  const { form, intent, submit, danger = false, text, result, busy, onClose } = props;
  const { t } = useTranslation("common");
  const send = useId();
  return (
    <DialogShell
      size="sm"
      title={t("identity.title")}
      initialFocus={() => document.querySelector<HTMLElement>(`[name=${IDENTITY_FIELD}]`)}
      onClose={onClose}
      footer={
        <>
          <DialogClose onClick={onClose}>{t("actions.cancel")}</DialogClose>
          <DialogSubmit id={send} form={form} intent={intent} isDanger={danger} isReady={!busy}>
            {submit}
          </DialogSubmit>
        </>
      }
    >
      <Flex direction="column" gap="4">
        <Dialog.Description color="fg.muted">{text ?? t("identity.text")}</Dialog.Description>
        <IdentityField
          form={form}
          result={result}
          onEnter={() => document.getElementById(send)?.click()}
        />
        <Outcome result={result} done="" />
      </Flex>
    </DialogShell>
  );
}
