import { Dialog } from "@chakra-ui/react";
import { FormDialog } from "./form-dialog.tsx";
import type { MemberResult } from "./management-data.ts";

type ConfirmDialogProps = {
  title: string;
  text: string;
  submit: string;
  values: Record<string, string | number>;
  onClose: () => void;
  onDone?: (result: MemberResult) => void;
};

/** Names whom it is about and what it does before it is done. Loaded when it is first asked for. */
export default function ConfirmDialog({ text, ...rest }: ConfirmDialogProps) {
  return (
    <FormDialog danger {...rest}>
      <Dialog.Description overflowWrap="anywhere">{text}</Dialog.Description>
    </FormDialog>
  );
}
