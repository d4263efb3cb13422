import { useId } from "react";
import IdentityDialog from "#app/forms/identity-dialog.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLiveConnection } from "#app/live/live-context.ts";
import type { RegisterValue } from "#domain/registers/register.ts";

type ConfirmSwitchingProps = { address: string; value: RegisterValue; onClose: () => void };

/** Asks for the password after equipment of many sites was switched within a minute, then repeats the command. */
export default function ConfirmSwitching({ address, value, onClose }: ConfirmSwitchingProps) {
  const { t } = useTranslation("realtime");
  const { control } = useLiveConnection();
  const { Form, busy, result } = useOwnForm(null, { onDone: () => control(address, value) });
  const id = useId();
  const turnsOn = value === 1;
  return (
    <>
      <Form method="post" id={id} />
      <IdentityDialog
        form={id}
        intent="confirm"
        submit={t(turnsOn ? "control.dialog.confirmOn" : "control.dialog.confirmOff")}
        danger={!turnsOn}
        text={t("control.dialog.limit")}
        result={result}
        busy={busy}
        onClose={onClose}
      />
    </>
  );
}
