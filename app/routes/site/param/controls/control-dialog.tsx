import { Dialog, Input } from "@chakra-ui/react";
import { useId, useRef, useState } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { IdentityField } from "#app/forms/identity-field.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { randomUuid } from "#app/live/random-uuid.ts";
import { DialogClose, DialogShell, DialogSubmit } from "#app/ui/dialog-shell.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ChangeRecord } from "#domain/settings/change.ts";
import type { ParamExtra, ParamLocks } from "../param-data.ts";
import type { Setting } from "../setting.ts";
import { ReviewFrame } from "../styles.ts";
import { useRefusalText } from "../use-refusal-text.ts";
import type { ControlAction, ControlRow } from "./list-controls.ts";
import { type ControlSite, useControlText } from "./use-control-text.ts";

type ControlDialogProps = {
  open: boolean;
  row: ControlRow;
  action: ControlAction;
  device: string;
  site: ControlSite;
  controls: readonly Setting[];
  locks: ParamLocks;
  /** ms UTC */
  now: number;
  onClose: () => void;
  onSubmitted: (change: ChangeRecord) => void;
};

/** States what a control does and takes what it needs: a typed word, a token, a password. Loaded when first opened. */
export default function ControlDialog(props: ControlDialogProps) {
  const { open, row, action, device, site, controls, locks, now, onClose, onSubmitted } = props;
  const { t } = useTranslation(["controls", "param", "common"]);
  const { effectText } = useControlText(site, controls);
  const { refusalText } = useRefusalText();
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState("");
  // A refused or repeated submission keeps its id, so that it is never executed twice.
  const [changeId, setChangeId] = useState(randomUuid);
  const own = useOwnForm<ParamExtra>(null, {
    drafts: "none",
    owns: () => false,
    onDone: ({ change }) => {
      if (change === undefined) return;
      setTyped("");
      setChangeId(randomUuid());
      onSubmitted(change);
    },
  });
  const { busy, outcome } = own;
  const refusals = outcome?.refusals ?? [];
  const needsIdentity = own.result?.problem?.reason === "confirmationRequired";
  const needsPassword = locks.needsPassword && row.setting.name !== "invertersOn";
  const word = t("typed.word");
  const isReady = !busy && (!action.isTyped || typed.trim().toLowerCase() === word.toLowerCase());
  const isToken = action.name === "updateToken";
  const close = () => {
    setTyped("");
    onClose();
  };
  return (
    <DialogShell
      name="control"
      isAlert
      open={open}
      title={t("dialog.title", { action: t(`action.${action.name}.button`), device })}
      initialFocus={() =>
        document.querySelector<HTMLElement>("[data-dialog=control] input:not([type=hidden])") ??
        first.current
      }
      onClose={close}
      footer={
        <>
          <DialogClose ref={first} onClick={close}>
            {t("common:actions.cancel")}
          </DialogClose>
          <DialogSubmit
            form={`${id}-form`}
            intent="control"
            isDanger={action.isDanger}
            isReady={isReady}
          >
            {t(`action.${action.name}.button`)}
          </DialogSubmit>
        </>
      }
    >
      <own.Form method="post" ref={own.form} id={`${id}-form`} noValidate>
        <input type="hidden" name="call" value={action.call} />
        <input type="hidden" name="what" value={action.what ?? ""} />
        <input type="hidden" name="value" value={action.value} />
        <input type="hidden" name="equipment" value={row.equipment} />
        <input type="hidden" name="changeId" value={changeId} />
        <ReviewFrame>
          <Dialog.Description overflowWrap="anywhere">
            {effectText(row, action, device, now)}
          </Dialog.Description>
          {isToken && (
            <TextField
              name="token"
              type="password"
              autoComplete="off"
              dir="ltr"
              label={t("tokenLabel")}
              result={outcome}
            />
          )}
          {action.isTyped && (
            <div data-field>
              <label htmlFor={`${id}-word`}>{t("typed.label", { word })}</label>
              <Input
                id={`${id}-word`}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                dir="auto"
                value={typed}
                onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            </div>
          )}
          {needsPassword && (
            <TextField
              name="advancedPassword"
              type="password"
              autoComplete="off"
              label={t("param:password.label")}
              result={outcome}
            />
          )}
          {needsIdentity && <IdentityField result={outcome} hasHint />}
          {refusals.map((refusal) => (
            <Notice key={refusal.code} tone="fault">
              {refusalText(refusal, row.setting, controls)}
            </Notice>
          ))}
          {refusals.length === 0 && !needsIdentity && <Outcome result={outcome} done="" />}
        </ReviewFrame>
      </own.Form>
    </DialogShell>
  );
}
