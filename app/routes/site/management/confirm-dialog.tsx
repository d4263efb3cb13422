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

/** Asks the user to confirm an action and names the user concerned and the effect. Loaded when it is first opened. */
export default function ConfirmDialog({ text, ...rest }: ConfirmDialogProps) {
  return (
    <FormDialog danger {...rest}>
      <Dialog.Description overflowWrap="anywhere">{text}</Dialog.Description>
    </FormDialog>
  );
}
