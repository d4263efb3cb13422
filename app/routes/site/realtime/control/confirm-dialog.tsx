import { Button, Dialog, Portal } from "@chakra-ui/react";
import { useRef } from "react";
import { useTranslation } from "../../../../i18n/use-translation.ts";

type ConfirmDialogProps = {
  open: boolean;
  turnOn: boolean;
  siteName: string;
  onClose: () => void;
  onConfirm: () => void;
};

/** Names the site and the effect before anything is switched. Loaded when it is first asked for. */
export default function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, turnOn, siteName, onClose, onConfirm } = props;
  const { t } = useTranslation(["realtime", "common"]);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root
      role="alertdialog"
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="sm"
      initialFocusEl={() => cancel.current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header pb="2">
              <Dialog.Title>
                {t(turnOn ? "control.dialog.titleOn" : "control.dialog.titleOff")}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Dialog.Description overflowWrap="anywhere">
                {t(turnOn ? "control.dialog.effectOn" : "control.dialog.effectOff", {
                  site: siteName,
                })}
              </Dialog.Description>
            </Dialog.Body>
            <Dialog.Footer>
              <Button ref={cancel} variant="outline" colorPalette="gray" onClick={onClose}>
                {t("common:actions.cancel")}
              </Button>
              <Button colorPalette={turnOn ? "brand" : "danger"} onClick={onConfirm}>
                {t(turnOn ? "control.dialog.confirmOn" : "control.dialog.confirmOff")}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
