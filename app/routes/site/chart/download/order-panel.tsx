import { Button, Input } from "@chakra-ui/react";
import { useId, useState } from "react";
import { PanelForm } from "#app/forms/confirm-button.tsx";
import { FieldFrame, SelectField } from "#app/forms/fields.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MenuPanel } from "#app/ui/menu-panel.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import {
  ENERGY_INTERVALS,
  EXPORT_FORMATS,
  EXPORT_KINDS,
  type ExportKind,
  intervalsOf,
  VALUE_INTERVALS,
} from "#domain/exports/export-request.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { formatLocalDay } from "#domain/units/local-time.ts";

const ALL_INTERVALS = [...new Set([...ENERGY_INTERVALS, ...VALUE_INTERVALS])];
/** Days of the period that the fields begin with. */
const DAYS = 30;

/** Orders a download, in a dialog that works without scripts. */
export function OrderPanel({ timeZone, now }: { timeZone: string; now: number }) {
  const { t } = useTranslation("exports");
  const id = useId();
  const isHydrated = useHydrated();
  const [kind, setKind] = useState<ExportKind>("statistics");
  const { Form, form, busy, result, outcome } = useOwnForm("add", {
    resets: false,
    drafts: "none",
  });
  // Without scripts the list of intervals cannot follow the kind.
  const intervals = isHydrated ? intervalsOf(kind) : ALL_INTERVALS;
  const values = result?.problem ? result.values : {};
  return (
    <>
      <Button type="button" size="sm" popoverTarget={id}>
        {t("open")}
      </Button>
      <MenuPanel id={id} popover="auto" role="dialog" aria-label={t("open")}>
        <PanelForm>
          <Form method="post" ref={form} noValidate>
            <SelectField
              name="kind"
              label={t("kind")}
              value={kind}
              result={result}
              onChange={(chosen) => setKind(chosen as ExportKind)}
            >
              {EXPORT_KINDS.map((one) => (
                <option key={one} value={one}>
                  {t(`kinds.${one}`)}
                </option>
              ))}
            </SelectField>
            <FieldFrame name="startDateTime" label={t("start")} result={result}>
              <Input
                type="date"
                name="startDateTime"
                defaultValue={values.startDateTime ?? formatLocalDay(now - DAYS * DAY_MS, timeZone)}
              />
            </FieldFrame>
            <FieldFrame name="endDateTime" label={t("end")} result={result}>
              <Input
                type="date"
                name="endDateTime"
                defaultValue={values.endDateTime ?? formatLocalDay(now, timeZone)}
              />
            </FieldFrame>
            <SelectField
              key={kind}
              name="interval"
              label={t("interval")}
              value={values.interval ?? (kind === "statistics" ? "day" : "minutes15")}
              result={result}
            >
              {intervals.map((one) => (
                <option key={one} value={one}>
                  {t(`intervals.${one}`)}
                </option>
              ))}
            </SelectField>
            <SelectField
              name="format"
              label={t("format")}
              value={values.format ?? "csv"}
              result={result}
            >
              {EXPORT_FORMATS.map((one) => (
                <option key={one} value={one}>
                  {t(`formats.${one}`)}
                </option>
              ))}
            </SelectField>
            <Button
              type="submit"
              name="intent"
              value="add"
              size="sm"
              aria-disabled={busy}
              onClick={(event) => busy && event.preventDefault()}
            >
              {t("submit")}
            </Button>
            <Outcome result={outcome} done={t("done")} />
          </Form>
        </PanelForm>
      </MenuPanel>
    </>
  );
}
