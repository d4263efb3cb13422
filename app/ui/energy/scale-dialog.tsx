import { Button, Dialog, Field, Input, Portal } from "@chakra-ui/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { callApi } from "#app/api/call-api.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type ReduceScaleError, readReduceScale } from "#domain/sites/energy-summary.ts";
import { Notice } from "../notice.tsx";
import { useProblemText } from "../use-problem-text.ts";

const CLOSE_AFTER_MS = 500;

type ScaleDialogProps = {
  open: boolean;
  siteKey: string;
  factor: number;
  onClose: () => void;
  onSaved: (factor: number) => void;
};

/** Sets how many kg of CO₂ each kWh of solar energy avoids at this site. Loaded when it is first opened. */
export default function ScaleDialog({ open, siteKey, factor, onClose, onSaved }: ScaleDialogProps) {
  const { t, i18n } = useTranslation(["energy", "common"]);
  const problemText = useProblemText();
  const [text, setText] = useState(String(factor));
  const [error, setError] = useState<ReduceScaleError | null>(null);
  const [state, setState] = useState<"typing" | "saving" | "saved">("typing");
  const field = useRef<HTMLInputElement>(null);
  // Whatever the factor becomes while it is open is what was saved here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew when it is opened
  useEffect(() => {
    if (!open) return;
    setText(String(factor));
    setError(null);
    setState("typing");
  }, [open]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever is rendered meanwhile
  useEffect(() => {
    if (state !== "saved") return;
    const timer = setTimeout(onClose, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state !== "typing") return;
    const read = readReduceScale(text);
    if ("error" in read) {
      setError(read.error);
      field.current?.focus();
      return;
    }
    setError(null);
    setState("saving");
    const { value } = read;
    const saved = await callApi(
      "POST /site/v2/updateReduceScale",
      { siteKey, reduceScale: value },
      i18n,
    );
    // A failed save is silently ignored (specification, section 8): the input stays.
    if (!saved.isOk) return setState("typing");
    onSaved(value);
    setState("saved");
  };

  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="sm"
      initialFocusEl={() => field.current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <form onSubmit={submit} noValidate>
              <Dialog.Header pb="4">
                <Dialog.Title>{t("scale.title")}</Dialog.Title>
              </Dialog.Header>
              <Dialog.Body pt="0" display="flex" flexDirection="column" gap="3">
                <Field.Root invalid={error !== null} required>
                  <Field.Label>{t("scale.label")}</Field.Label>
                  <Input
                    ref={field}
                    value={text}
                    inputMode="decimal"
                    autoComplete="off"
                    dir="ltr"
                    onChange={({ currentTarget }) => setText(currentTarget.value)}
                  />
                  <Field.HelperText>{t("scale.hint")}</Field.HelperText>
                  <Field.ErrorText>{error && problemText(error)}</Field.ErrorText>
                </Field.Root>
                {state === "saved" && <Notice tone="good">{t("scale.submit_success")}</Notice>}
              </Dialog.Body>
              <Dialog.Footer>
                <Button type="button" variant="outline" colorPalette="gray" onClick={onClose}>
                  {t("common:actions.cancel")}
                </Button>
                <Button type="submit" loading={state === "saving"}>
                  {t("scale.confirm")}
                </Button>
              </Dialog.Footer>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
