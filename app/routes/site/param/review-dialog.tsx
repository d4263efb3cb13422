import { type ReactNode, useId, useRef, useState } from "react";
import { IdentityField } from "#app/forms/identity-field.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { randomUuid } from "#app/live/random-uuid.ts";
import { DialogClose, DialogShell, DialogSubmit } from "#app/ui/dialog-shell.tsx";
import type { ChangeRecord } from "#domain/settings/change.ts";
import { confirmationsOf } from "#domain/settings/confirmations.ts";
import { MINUTE_S } from "#domain/units/durations.ts";
import type { ParamExtra, ParamLocks, Refusal } from "./param-data.ts";
import { ReviewFields } from "./review-fields.tsx";
import { ReviewItem } from "./review-item.tsx";
import type { ReviewOptions } from "./review-options.ts";
import type { Setting } from "./setting.ts";
import { type Changed, toItems } from "./setting-draft.ts";
import { ReviewFrame } from "./styles.ts";

type ReviewDialogProps = {
  open: boolean;
  changed: readonly Changed[];
  settings: readonly Setting[];
  locks: ParamLocks;
  /** States what speaks against sending it now. */
  notice?: ReactNode;
  onRebase: (settings: readonly Setting[]) => void;
  onClose: () => void;
  onRefused: (refusals: readonly Refusal[]) => void;
  onSubmitted: (change: ChangeRecord) => void;
};

const REVERTS_AFTER_MINUTES = 5;

/** Shows what a change does before it is sent, and what its author confirms. Loaded when it is first opened. */
export default function ReviewDialog(props: ReviewDialogProps) {
  const { open, changed, settings, locks, notice } = props;
  const { onRebase, onClose, onRefused, onSubmitted } = props;
  const { t } = useTranslation("param");
  const formId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const canRevert = locks.features.includes("revert");
  const isPowerAtRisk = changed.some(({ setting }) => setting.danger === "power");
  const [options, setOptions] = useState<ReviewOptions>({
    isAtomic: true,
    revertMinutes: canRevert && isPowerAtRisk ? REVERTS_AFTER_MINUTES : null,
    reason: "",
    confirmed: [],
    wear: {},
  });
  // One id for each content, so that a repeated submission never writes twice.
  const content = JSON.stringify(toItems(settings, changed));
  const [id, setId] = useState({ content, changeId: randomUuid() });
  if (id.content !== content) setId({ content, changeId: randomUuid() });
  const own = useOwnForm<ParamExtra>(null, {
    drafts: "none",
    owns: () => false,
    resets: false,
    onDone: ({ change }) => change !== undefined && onSubmitted(change),
  });
  const { busy, outcome } = own;
  const refusals = outcome?.refusals ?? [];
  const general = refusals.filter(({ address }) => address === null);
  const needsIdentity = own.result?.problem?.reason === "confirmationRequired";
  const confirmations = confirmationsOf(
    changed.map(({ setting, value }) => ({
      name: setting.name,
      danger: setting.danger as "grid" | undefined,
      from: setting.value,
      value,
    })),
  );
  const missing = confirmations.filter((one) => !options.confirmed.includes(one));
  const request = {
    changeId: id.changeId,
    items: JSON.parse(content) as unknown,
    atomic: options.isAtomic && changed.length > 1,
    ...(options.revertMinutes !== null && { revertAfter: options.revertMinutes * MINUTE_S }),
    ...(options.reason.trim() !== "" && { reason: options.reason.trim() }),
    ...(Object.keys(options.wear).length > 0 && { confirmWear: options.wear }),
  };
  const close = () => {
    if (refusals.length > 0) onRefused(refusals);
    onClose();
  };
  return (
    <DialogShell
      name="review"
      size="lg"
      open={open}
      title={t("review.title", { count: changed.length })}
      titleRef={title}
      initialFocus={() => title.current}
      onClose={close}
      footer={
        <>
          <DialogClose onClick={close}>{t("review.back")}</DialogClose>
          <DialogSubmit
            form={formId}
            intent="change"
            isDanger={changed.some(({ setting }) => setting.danger !== undefined)}
            isReady={!busy && missing.length === 0}
          >
            {busy ? t("review.sending") : t("review.submit", { count: changed.length })}
          </DialogSubmit>
        </>
      }
    >
      <own.Form method="post" ref={own.form} id={formId} noValidate>
        <input type="hidden" name="request" value={JSON.stringify(request)} />
        <ReviewFrame>
          {notice}
          <ol>
            {changed.map((one) => (
              <ReviewItem
                key={one.setting.address}
                changed={one}
                settings={settings}
                refusals={refusals.filter(({ address }) => address === one.setting.address)}
                typedName={options.wear[one.setting.address] ?? null}
                onTypeName={(name) =>
                  setOptions({
                    ...options,
                    wear: { ...options.wear, [one.setting.address]: name },
                  })
                }
                onRebase={() => onRebase([one.setting])}
              />
            ))}
          </ol>
          <ReviewFields
            options={options}
            isSingle={changed.length === 1}
            canRevert={canRevert}
            confirmations={confirmations}
            general={general}
            settings={settings}
            onChange={setOptions}
          />
          {needsIdentity && <IdentityField result={outcome} hasHint />}
          {refusals.length === 0 && !needsIdentity && <Outcome result={outcome} done="" />}
        </ReviewFrame>
      </own.Form>
    </DialogShell>
  );
}
