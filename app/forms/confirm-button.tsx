import { Button } from "@chakra-ui/react";
import { type ReactNode, useEffect, useId } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import { MenuPanel } from "../ui/menu-panel.tsx";
import { Notice } from "../ui/notice.tsx";
import { LiveRegion } from "./section.tsx";
import type { useOwnForm } from "./use-own-form.ts";

type ConfirmButtonProps = {
  /** Text of the button that asks. */
  text: string;
  /** Accessible name of button and question, where several buttons have the same text. */
  label?: string;
  size?: "xs" | "sm";
  /** Consequence of the action. */
  question: string;
  /** Text of the button that acts. */
  submit: string;
  intent: string;
  own: Pick<ReturnType<typeof useOwnForm>, "Form" | "form" | "busy" | "outcome">;
  /** Id of the form, for check boxes that stand elsewhere. */
  formId?: string;
  /** Hidden fields of the form. */
  fields?: ReactNode;
  /** Message that replaces the question on success; absent if the list shows the effect. */
  done?: string;
  /** Refusal, shown below the question. */
  children: ReactNode;
};

/** Button of an action that deletes, with its question in a popover; it works without scripts. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { text, label = text, size = "sm", question, submit, intent, formId, fields, done } = props;
  const { Form, form, busy, outcome } = props.own;
  const { t } = useTranslation();
  const id = useId();
  const isDone = outcome?.problem === null;
  useEffect(() => {
    if (isDone) document.getElementById(id)?.hidePopover();
  }, [isDone, id]);
  return (
    <>
      <Button
        type="button"
        size={size}
        variant="outline"
        colorPalette="danger"
        popoverTarget={id}
        aria-label={label}
      >
        {text}
      </Button>
      <MenuPanel id={id} popover="auto" role="dialog" aria-label={label}>
        <PanelForm>
          <Form method="post" ref={form} id={formId}>
            {fields}
            <p>{question}</p>
            {props.children}
            <div data-row>
              <Button
                type="button"
                size="sm"
                variant="outline"
                colorPalette="gray"
                popoverTarget={id}
                popoverTargetAction="hide"
              >
                {t("actions.cancel")}
              </Button>
              <Button
                type="submit"
                name="intent"
                value={intent}
                size="sm"
                colorPalette="danger"
                aria-disabled={busy}
                onClick={(event) => busy && event.preventDefault()}
              >
                {submit}
              </Button>
            </div>
          </Form>
        </PanelForm>
      </MenuPanel>
      <LiveRegion aria-live="polite">
        {isDone && done && <Notice tone="good">{done}</Notice>}
      </LiveRegion>
    </>
  );
}

/** Form in a popover. */
export const PanelForm = styled("div", {
  p: "2",
  w: "min(17rem, calc(100vw - 3rem))",
  "& form": { display: "flex", flexDirection: "column", gap: "3" },
  "& p": { textStyle: "sm" },
  "& [data-row]": { display: "flex", flexWrap: "wrap", gap: "2" },
  "& ul": { listStyleType: "none", display: "flex", flexWrap: "wrap", gap: "2" },
});
