import { Button, Dialog, Portal } from "@chakra-ui/react";
import { type ReactNode, useId, useRef } from "react";
import { needsIdentity } from "#app/forms/identity.ts";
import { IdentityField } from "#app/forms/identity-field.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
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
    <Dialog.Root
      role="alertdialog"
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="lg"
      scrollBehavior="inside"
      initialFocusEl={() => first.current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content data-update-dialog={name}>
            <Dialog.Header pb="2">
              <Dialog.Title overflowWrap="anywhere">{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <own.Form method="post" ref={own.form} id={`${id}-form`} noValidate>
                <DialogFrame>
                  {children}
                  {asksIdentity && <IdentityField result={outcome} hasHint />}
                  <Refused refusal={outcome?.refusal} />
                  {!outcome?.refusal && !asksIdentity && <Outcome result={outcome} done="" />}
                </DialogFrame>
              </own.Form>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button ref={first} variant="outline" colorPalette="gray" onClick={onClose}>
                {t("actions.cancel")}
              </Button>
              <Button
                type="submit"
                form={`${id}-form`}
                name="intent"
                value={intent}
                aria-disabled={!isReady}
                opacity={isReady ? 1 : 0.6}
                onClick={(event) => !isReady && event.preventDefault()}
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
