import { Button, Input } from "@chakra-ui/react";
import { useId, useLayoutEffect } from "react";
import type { ListedAlarm } from "#app/alarms/listed-alarm.ts";
import { PanelForm } from "#app/forms/confirm-button.tsx";
import { FieldFrame } from "#app/forms/fields.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MenuPanel } from "#app/ui/menu-panel.tsx";
import { HOUR_MS } from "#domain/units/durations.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";

type AlarmActionsProps = { alarm: ListedAlarm; timeZone: string; now: number };

const focusAlarm = (logId: number) => document.getElementById(`alarm-${logId}`)?.focus();

/** Buttons that acknowledge and snooze an open alarm. */
export function AlarmActions(props: AlarmActionsProps) {
  const { acknowledged, endTime } = props.alarm;
  if (endTime !== null) return null;
  return (
    <>
      {acknowledged === null && <Acknowledge {...props} />}
      <Snooze {...props} />
    </>
  );
}

function Acknowledge({ alarm: { logId, description } }: AlarmActionsProps) {
  const { t } = useTranslation("alarms");
  const { Form, form, busy, outcome } = useOwnForm(null, {
    owns: ({ intent, values }) => intent === "acknowledge" && values.logId === String(logId),
  });
  // The button is removed with the focus, which the alarm itself takes.
  useLayoutEffect(() => {
    const left = form.current;
    return () => {
      if (left?.contains(document.activeElement)) focusAlarm(logId);
    };
  }, [form, logId]);
  return (
    <Form method="post" ref={form}>
      <input type="hidden" name="intent" value="acknowledge" />
      <input type="hidden" name="logId" value={logId} />
      <Button
        type="submit"
        size="xs"
        variant="outline"
        aria-label={t("actions.acknowledgeOne", { alarm: description })}
        aria-disabled={busy}
        onClick={(event) => busy && event.preventDefault()}
      >
        {t("actions.acknowledge")}
      </Button>
      <Outcome result={outcome} done="" />
    </Form>
  );
}

/** Hours of the buttons that snooze. */
const HOURS = [1, 8, 24] as const;

function Snooze({ alarm: { logId, description }, timeZone, now }: AlarmActionsProps) {
  const { t } = useTranslation("alarms");
  const id = useId();
  const { Form, form, busy, result, outcome } = useOwnForm(null, {
    onDone: () => {
      document.getElementById(id)?.hidePopover();
      focusAlarm(logId);
    },
    owns: ({ intent, values }) => intent === "snooze" && values.logId === String(logId),
  });
  const local = (at: number) => formatLocalTime(at, timeZone).replace(" ", "T");
  return (
    <>
      <Button
        type="button"
        size="xs"
        variant="outline"
        colorPalette="gray"
        popoverTarget={id}
        aria-label={t("actions.snoozeOne", { alarm: description })}
      >
        {t("actions.snooze")}
      </Button>
      <MenuPanel
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t("actions.snoozeOne", { alarm: description })}
      >
        <PanelForm>
          <Form method="post" ref={form} noValidate>
            <input type="hidden" name="intent" value="snooze" />
            <input type="hidden" name="logId" value={logId} />
            <p>{t("actions.snoozeText")}</p>
            <div data-row>
              {HOURS.map((hours) => (
                <Button
                  key={hours}
                  type="submit"
                  size="sm"
                  variant="outline"
                  colorPalette="gray"
                  name="hours"
                  value={hours}
                  aria-disabled={busy}
                  onClick={(event) => busy && event.preventDefault()}
                >
                  {t(`actions.hours.${hours}`)}
                </Button>
              ))}
            </div>
            <FieldFrame name="until" label={t("actions.until")} result={result}>
              <Input
                type="datetime-local"
                name="until"
                size="sm"
                min={local(now)}
                defaultValue={local(now + 2 * HOUR_MS)}
              />
            </FieldFrame>
            <Button
              type="submit"
              size="sm"
              aria-disabled={busy}
              onClick={(event) => busy && event.preventDefault()}
            >
              {t("actions.snoozeUntil")}
            </Button>
            <Outcome result={outcome} done="" />
          </Form>
        </PanelForm>
      </MenuPanel>
    </>
  );
}
