import { Button, Dialog, Portal } from "@chakra-ui/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { callApi } from "#app/api/call-api.ts";
import { TextField } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type ReduceScaleError, readReduceScale } from "#domain/sites/energy-summary.ts";
import { Notice } from "../notice.tsx";
import { useCloseWhenSaved } from "../use-close-when-saved.ts";

const refusalOf = (error: ReduceScaleError) => ({
  problem: { message: error, fields: { factor: error }, retryAfter: null },
});

type ScaleDialogProps = {
  open: boolean;
  siteKey: string;
  factor: number;
  onClose: () => void;
  onSaved: (factor: number) => void;
};

/**
 * Sets how many kg of CO₂ each kWh of solar energy avoids at this site. Loaded when it is first opened; each opening
 * starts with the current factor. It saves by a call and not by an action of the page: a failed save is silently ignored
 * (specification, section 8), and an action would raise the page's alert and revalidate all loaders.
 */
export default function ScaleDialog({ open, siteKey, factor, onClose, onSaved }: ScaleDialogProps) {
  const { t, i18n } = useTranslation(["energy", "common"]);
  const [text, setText] = useState(String(factor));
  const [error, setError] = useState<ReduceScaleError | null>(null);
  const [state, setState] = useState<"typing" | "saving" | "saved">("typing");
  const field = useRef<HTMLInputElement>(null);
  useCloseWhenSaved(state === "saved", onClose);
  // While the dialog is open the factor changes only by its own save.
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again only when the dialog opens
  useEffect(() => {
    if (!open) return;
    setText(String(factor));
    setError(null);
    setState("typing");
  }, [open]);

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
    const input = { siteKey, reduceScale: value };
    const saved = await callApi("POST /site/v2/updateReduceScale", input, i18n);
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
                <TextField
                  ref={field}
                  name="factor"
                  label={t("scale.label")}
                  hint={t("scale.hint")}
                  result={error && refusalOf(error)}
                  value={text}
                  onChange={({ currentTarget }) => setText(currentTarget.value)}
                  required
                  inputMode="decimal"
                  autoComplete="off"
                  dir="ltr"
                />
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
