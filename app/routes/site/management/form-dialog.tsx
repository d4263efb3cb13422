import { Button, Dialog, Portal } from "@chakra-ui/react";
import { type ReactNode, useRef, useState } from "react";
import { needsIdentity } from "#app/forms/identity.ts";
import { IdentityField } from "#app/forms/identity-field.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MemberExtra, MemberResult } from "./management-data.ts";
import { DialogFields } from "./styles.ts";

type FormDialogProps = {
  title: string;
  submit: string;
  danger?: boolean;
  /** Hidden fields that are sent with the form. */
  values: Record<string, string | number>;
  children: ReactNode | ((result: MemberResult | null | undefined) => ReactNode);
  /** Buttons before the default ones. */
  aside?: ReactNode;
  onClose: () => void;
  onDone?: (result: MemberResult) => void;
};

/** Returns the focus to the heading of the section if the action removed the element that opened the dialog. */
function useFinalFocus(): () => HTMLElement | null {
  const [{ opener, heading }] = useState(() => {
    const opener = document.activeElement;
    return { opener, heading: opener?.closest("section")?.querySelector("h2") ?? null };
  });
  // Null returns the focus to the element that opened the dialog.
  return () => (opener?.isConnected ? null : heading);
}

/** A form in a dialog. It stays open with its input until it succeeds or is closed. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, danger, values, children, aside, onClose, onDone } = props;
  const { t } = useTranslation(["management", "common"]);
  const cancel = useRef<HTMLButtonElement>(null);
  const finalFocus = useFinalFocus();
  const { Form, form, busy, result, outcome } = useOwnForm<MemberExtra>(null, {
    onDone: (done) => {
      onDone?.(done);
      onClose();
    },
  });
  // It stays open with its input while the form is being sent.
  const [asks, setAsks] = useState(false);
  if (!asks && needsIdentity(result)) setAsks(true);
  return (
    <Dialog.Root
      role={danger ? "alertdialog" : "dialog"}
      open
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="md"
      finalFocusEl={finalFocus}
      {...(danger && typeof children !== "function" && { initialFocusEl: () => cancel.current })}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content asChild>
            <Form method="post" ref={form} noValidate>
              {Object.entries(values).map(([key, value]) => (
                <input key={key} type="hidden" name={key} value={value} />
              ))}
              <Dialog.Header pb="4">
                <Dialog.Title overflowWrap="anywhere">{title}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body pt="0">
                <DialogFields>
                  {typeof children === "function" ? children(result) : children}
                  {asks && <IdentityField result={result} hasHint />}
                  <Outcome result={outcome} done="" />
                </DialogFields>
              </Dialog.Body>
              <Dialog.Footer flexWrap="wrap">
                {aside}
                <Button ref={cancel} variant="outline" colorPalette="gray" onClick={onClose}>
                  {t("common:actions.cancel")}
                </Button>
                <Button type="submit" loading={busy} colorPalette={danger ? "danger" : "brand"}>
                  {submit}
                </Button>
              </Dialog.Footer>
            </Form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
