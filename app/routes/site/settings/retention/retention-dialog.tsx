import { Button, Dialog, Portal } from "@chakra-ui/react";
import { useRef } from "react";
import { useTranslation } from "../../../../i18n/use-translation.ts";

type RetentionDialogProps = {
  /** How long samples are to stay. */
  kept: string;
  /** What is before this day would be forgotten. */
  day: string;
  onClose: () => void;
  onForget: () => void;
};

/** Says what would be forgotten before it is. Loaded when it is first asked for. */
export default function RetentionDialog({ kept, day, onClose, onForget }: RetentionDialogProps) {
  const { t } = useTranslation(["settings", "common"]);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root
      role="alertdialog"
      open
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="md"
      initialFocusEl={() => cancel.current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header pb="4">
              <Dialog.Title>{t("retention.confirm.title", { kept })}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Dialog.Description>{t("retention.confirm.text", { day, kept })}</Dialog.Description>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button ref={cancel} variant="outline" colorPalette="gray" onClick={onClose}>
                {t("common:actions.cancel")}
              </Button>
              <Button colorPalette="danger" onClick={onForget}>
                {t("retention.confirm.submit")}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
