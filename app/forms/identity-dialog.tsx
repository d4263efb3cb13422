import { Button, Dialog, Portal } from "@chakra-ui/react";
import { useId } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
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
    <Dialog.Root
      open
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="sm"
      initialFocusEl={() => document.querySelector<HTMLElement>(`[name=${IDENTITY_FIELD}]`)}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header pb="2">
              <Dialog.Title>{t("identity.title")}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0" display="flex" flexDirection="column" gap="4">
              <Dialog.Description color="fg.muted">{text ?? t("identity.text")}</Dialog.Description>
              <IdentityField
                form={form}
                result={result}
                onEnter={() => document.getElementById(send)?.click()}
              />
              <Outcome result={result} done="" />
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="outline" colorPalette="gray" onClick={onClose}>
                {t("actions.cancel")}
              </Button>
              <Button
                id={send}
                type="submit"
                form={form}
                name="intent"
                value={intent}
                colorPalette={danger ? "danger" : "brand"}
                aria-disabled={busy}
                opacity={busy ? 0.6 : 1}
                onClick={(event) => busy && event.preventDefault()}
              >
                {submit}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
