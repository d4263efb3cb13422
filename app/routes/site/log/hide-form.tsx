import { Button } from "@chakra-ui/react";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import type { LogExtra } from "./log-data.ts";

/** Removes the selected alarms from the log; their check boxes name this form by its `id`. */
export function HideForm({ id }: { id: string }) {
  const { t } = useTranslation("alarms");
  const { Form, form, busy, result, outcome } = useOwnForm<LogExtra>("hide", { drafts: "none" });
  return (
    <Row>
      <Outcome result={outcome} done={t("log.hidden", { count: result?.hidden ?? 0 })} />
      <Form id={id} method="post" ref={form}>
        <Button
          type="submit"
          name="intent"
          value="hide"
          size="sm"
          variant="outline"
          colorPalette="danger"
          aria-disabled={busy}
          onClick={(event) => busy && event.preventDefault()}
        >
          {t("log.hide")}
        </Button>
      </Form>
    </Row>
  );
}

const Row = styled("div", { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });
