import { Button, Input } from "@chakra-ui/react";
import { useId } from "react";
import { PanelForm } from "#app/forms/confirm-button.tsx";
import { FieldFrame } from "#app/forms/fields.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MenuPanel } from "#app/ui/menu-panel.tsx";
import { formatLocalTime } from "#domain/units/local-time.ts";
import type { LogExtra } from "./log-data.ts";

type ExportPanelProps = {
  timeZone: string;
  /** Period of the filters, ms UTC, with which the fields begin. */
  period: { from?: number; to?: number };
  now: number;
};

/** Asks for a period and offers its alarms as files. */
export function ExportPanel({ timeZone, period, now }: ExportPanelProps) {
  const { t } = useTranslation("alarms");
  const id = useId();
  const { Form, form, busy, result, outcome } = useOwnForm<LogExtra>("export", {
    resets: false,
    drafts: "none",
  });
  const local = (at: number | undefined) =>
    at === undefined ? "" : formatLocalTime(at, timeZone).replace(" ", "T");
  const exported = outcome?.problem === null ? outcome.exported : undefined;
  return (
    <>
      <Button type="button" size="sm" variant="outline" colorPalette="gray" popoverTarget={id}>
        {t("export.open")}
      </Button>
      <MenuPanel id={id} popover="auto" role="dialog" aria-label={t("export.title")}>
        <PanelForm>
          <Form method="post" ref={form} noValidate>
            <p>{t("export.text")}</p>
            <FieldFrame name="from" label={t("export.start")} result={result}>
              <Input
                type="datetime-local"
                name="from"
                size="sm"
                defaultValue={result?.values.from ?? local(period.from)}
              />
            </FieldFrame>
            <FieldFrame name="to" label={t("export.end")} result={result}>
              <Input
                type="datetime-local"
                name="to"
                size="sm"
                defaultValue={result?.values.to ?? local(period.from && (period.to ?? now))}
              />
            </FieldFrame>
            <Button
              type="submit"
              name="intent"
              value="export"
              size="sm"
              aria-disabled={busy}
              onClick={(event) => busy && event.preventDefault()}
            >
              {t("export.submit")}
            </Button>
            <Outcome result={outcome} done={t("export.done", { count: exported?.rows ?? 0 })} />
            {exported && (
              <ul>
                {(["csv", "xlsx"] as const).map((format) => (
                  <li key={format}>
                    <Button asChild size="sm" variant="outline">
                      <a href={exported[format]} download={`alarms.${format}`}>
                        {t(`export.${format}`)}
                      </a>
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </Form>
        </PanelForm>
      </MenuPanel>
    </>
  );
}
