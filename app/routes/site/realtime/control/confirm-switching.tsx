import { useEffect, useId, useRef } from "react";
import { useFetcher } from "react-router";
import IdentityDialog from "#app/forms/identity-dialog.tsx";
import type { Refusable } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLiveConnection } from "#app/live/live-context.ts";
import type { RegisterValue } from "#domain/registers/register.ts";

type ConfirmSwitchingProps = { address: string; value: RegisterValue; onClose: () => void };

/** Asks for the password after equipment of many sites was switched within a minute, then repeats the command. */
export default function ConfirmSwitching({ address, value, onClose }: ConfirmSwitchingProps) {
  const { t } = useTranslation("realtime");
  const { control } = useLiveConnection();
  const { Form, state, data } = useFetcher<Exclude<Refusable, undefined>>();
  const id = useId();
  const repeat = useRef(() => {});
  repeat.current = () => control(address, value);
  const isConfirmed = data?.problem === null;
  useEffect(() => {
    if (isConfirmed) repeat.current();
  }, [isConfirmed]);
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
        result={data}
        busy={state !== "idle"}
        onClose={onClose}
      />
    </>
  );
}
