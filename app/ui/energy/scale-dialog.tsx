import { Button, Dialog, Portal } from "@chakra-ui/react";
import { type RefObject, useRef } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "../notice.tsx";
import { useCloseWhenSaved } from "../use-close-when-saved.ts";

type ScaleFormProps = { factor: number; onClose: () => void; onSaved: (factor: number) => void };

/**
 * Sets how many kg of CO₂ each kWh of solar energy avoids at this site. The form is sent to the site's page. Loaded when
 * it is first opened; each opening starts with the current factor.
 */
export default function ScaleDialog({ open, ...form }: ScaleFormProps & { open: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && form.onClose()}
      placement="center"
      size="sm"
      initialFocusEl={() => field.current}
      unmountOnExit
      lazyMount
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content>
            <ScaleForm {...form} field={field} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function ScaleForm(props: ScaleFormProps & { field: RefObject<HTMLInputElement | null> }) {
  const { field, factor, onClose, onSaved } = props;
  const { t } = useTranslation(["energy", "common"]);
  const { Form, form, busy, result, outcome } = useOwnForm(null, {
    resets: false,
    onDone: ({ values }) => onSaved(Number(values.factor)),
  });
  const isSaved = outcome?.problem === null;
  useCloseWhenSaved(isSaved, onClose);
  return (
    <Form method="post" ref={form} noValidate>
      <Dialog.Header pb="4">
        <Dialog.Title>{t("scale.title")}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body pt="0" display="flex" flexDirection="column" gap="3">
        {/* A refusal without a faulty field is silently ignored (specification, section 8): the input stays. */}
        <TextField
          ref={field}
          name="factor"
          label={t("scale.label")}
          hint={t("scale.hint")}
          result={result}
          defaultValue={factor}
          required
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
        />
        {isSaved && <Notice tone="good">{t("scale.submit_success")}</Notice>}
      </Dialog.Body>
      <Dialog.Footer>
        <Button type="button" variant="outline" colorPalette="gray" onClick={onClose}>
          {t("common:actions.cancel")}
        </Button>
        <Button type="submit" name="intent" value="scale" loading={busy}>
          {t("scale.confirm")}
        </Button>
      </Dialog.Footer>
    </Form>
  );
}
