import { Button, type ButtonProps, Dialog, Portal } from "@chakra-ui/react";
import type { ReactNode, Ref } from "react";

type DialogShellProps = {
  /** Name by which tests and styles find it. */
  name?: string;
  open?: boolean;
  /** Whether it asks for a confirmation, which a click beside it does not close. */
  isAlert?: boolean;
  size?: "sm" | "md" | "lg";
  title: ReactNode;
  /** Takes the reference of a title that gets the focus. */
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
  /** Buttons, the one that closes it first. */
  footer: ReactNode;
  /** Returns the element that gets the focus when it opens. */
  initialFocus: () => HTMLElement | null;
  onClose: () => void;
};

/** The frame of a dialog in the middle of the window, whose content scrolls between its title and its buttons. */
export function DialogShell(props: DialogShellProps) {
  const { name, open = true, isAlert = false, size = "md", title, titleRef } = props;
  const { children, footer, initialFocus, onClose } = props;
  return (
    <Dialog.Root
      role={isAlert ? "alertdialog" : "dialog"}
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size={size}
      scrollBehavior="inside"
      initialFocusEl={initialFocus}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content data-dialog={name}>
            <Dialog.Header pb="2">
              <Dialog.Title
                overflowWrap="anywhere"
                {...(titleRef !== undefined && { ref: titleRef, tabIndex: -1 })}
              >
                {title}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">{children}</Dialog.Body>
            <Dialog.Footer flexWrap="wrap">{footer}</Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** The button that closes a dialog without an effect. */
export function DialogClose(props: ButtonProps & { ref?: Ref<HTMLButtonElement> }) {
  return <Button variant="outline" colorPalette="gray" {...props} />;
}

type DialogSubmitProps = {
  id?: string;
  /** Id of the form in the dialog. */
  form: string;
  intent: string;
  isDanger?: boolean | undefined;
  isReady: boolean;
  children: ReactNode;
};

/** The button that submits the form of a dialog; it keeps the focus while it is not ready. */
export function DialogSubmit(props: DialogSubmitProps) {
  const { id, form, intent, isDanger = false, isReady, children } = props;
  return (
    <Button
      id={id}
      type="submit"
      form={form}
      name="intent"
      value={intent}
      colorPalette={isDanger ? "danger" : "brand"}
      aria-disabled={!isReady}
      opacity={isReady ? 1 : 0.6}
      onClick={(event) => !isReady && event.preventDefault()}
    >
      {children}
    </Button>
  );
}
