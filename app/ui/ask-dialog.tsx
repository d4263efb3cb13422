import { Button, Dialog } from "@chakra-ui/react";
import { useRef } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { DialogClose, DialogShell } from "./dialog-shell.tsx";

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
    <DialogShell
      isAlert
      open={open}
      title={title}
      initialFocus={() => first.current}
      onClose={onClose}
      footer={
        <>
          <DialogClose ref={first} onClick={onClose}>
            {cancel ?? t("actions.cancel")}
          </DialogClose>
          <Button colorPalette={tone} onClick={onSubmit}>
            {submit}
          </Button>
        </>
      }
    >
      <Dialog.Description overflowWrap="anywhere">{text}</Dialog.Description>
    </DialogShell>
  );
}
