import { Button, Dialog, Portal } from "@chakra-ui/react";
import { useRef } from "react";
import { useTranslation } from "../i18n/use-translation.ts";

type AskDialogProps = {
  open?: boolean;
  title: string;
  /** Names the object and the effect. */
  text: string;
  submit: string;
  /** Text that replaces "Cancel". */
  cancel?: string;
  tone: "brand" | "danger";
  onClose: () => void;
  onSubmit: () => void;
};

/** Asks for confirmation; Enter alone does not confirm. Loaded when it is first opened. */
export default function AskDialog(props: AskDialogProps) {
  const { open = true, title, text, submit, cancel, tone, onClose, onSubmit } = props;
  const { t } = useTranslation("common");
  const first = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root
      role="alertdialog"
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="md"
      initialFocusEl={() => first.current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <Dialog.Header pb="2">
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <Dialog.Description overflowWrap="anywhere">{text}</Dialog.Description>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button ref={first} variant="outline" colorPalette="gray" onClick={onClose}>
                {cancel ?? t("actions.cancel")}
              </Button>
              <Button colorPalette={tone} onClick={onSubmit}>
                {submit}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
