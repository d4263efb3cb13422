import { VisuallyHidden } from "@chakra-ui/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { randomUuid } from "#app/live/random-uuid.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import type { ParamLocks } from "../param/param-data.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { OfferedRow, Updates } from "./remote-data.ts";
import { UPDATE_STEPS } from "./update-steps.ts";
import { useUpdateText } from "./use-update-text.ts";

type UpdateDialogProps = {
  open: boolean;
  row: OfferedRow;
  updates: Updates;
  isOnline: boolean;
  locks: ParamLocks;
  onClose: () => void;
  onDone: () => void;
};

/** States what an update does and needs before it begins. Loaded when it is first opened. */
export default function UpdateDialog(props: UpdateDialogProps) {
  const { open, row, updates, isOnline, locks, onClose, onDone } = props;
  const { t } = useTranslation("remote");
  const { componentText, nameOf, sizeText, notesOf, versionText } = useUpdateText(updates.list);
  const [isTransferOnly, transferOnly] = useState(false);
  // A refused or repeated submission keeps its id, so that it never begins a second update.
  const [updateId, setUpdateId] = useState(randomUuid);
  const { available: release, component, address, version } = row;
  const notes = notesOf(release);
  const needs = useNeeds(row, updates, isOnline, locks);
  return (
    <ConfirmDialog
      name={component}
      title={t("dialog.title", { component: componentText(component), equipment: nameOf(address) })}
      intent="update"
      submit={t(isTransferOnly ? "dialog.submitOnly" : "dialog.submit", {
        version: `\u2066${release.version}\u2069`,
      })}
      isReady={needs.every(({ isMet }) => isMet)}
      open={open}
      onClose={onClose}
      onDone={() => {
        setUpdateId(randomUuid());
        transferOnly(false);
        onDone();
      }}
    >
      <input type="hidden" name="updateId" value={updateId} />
      <input type="hidden" name="address" value={address} />
      <input type="hidden" name="releaseId" value={release.releaseId} />
      <div data-versions>
        <span>
          <small>{t("dialog.from")}</small>
          <bdi dir="ltr">{versionText(version)}</bdi>
        </span>
        <Icon name="chevron" size="1.25rem" mirrored />
        <span>
          <small>{t("dialog.to")}</small>
          <b dir="ltr">{release.version}</b>
        </span>
        <small data-size>{sizeText(release.size)}</small>
      </div>
      {notes !== null && <blockquote dir="auto">{notes}</blockquote>}
      <section>
        <h3>{t("dialog.what")}</h3>
        <ol>
          {UPDATE_STEPS.map((step) => (
            <li key={step}>{t(`dialog.steps.${step}`)}</li>
          ))}
        </ol>
        <p>{t("dialog.settings")}</p>
      </section>
      <section>
        <h3>{t("dialog.needs")}</h3>
        <ul>
          {needs.map(({ text, isMet }) => (
            <li key={text} data-met={isMet}>
              <Icon name={isMet ? "check" : "close"} size="1rem" strokeWidth="2.5" />
              <span>
                {text}{" "}
                {isMet ? (
                  <VisuallyHidden>{t("dialog.met")}</VisuallyHidden>
                ) : (
                  <small>{t("dialog.unmet")}</small>
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <label data-choice>
        <input
          type="checkbox"
          name="transferOnly"
          checked={isTransferOnly}
          onChange={({ currentTarget }) => transferOnly(currentTarget.checked)}
        />
        <span>
          <b>{t("dialog.only")}</b>
          <small>{t("dialog.onlyText")}</small>
        </span>
      </label>
    </ConfirmDialog>
  );
}

/** Lists the conditions of an update, and whether each is met at present; the server checks them again. */
function useNeeds(
  { available: { minSoc, whenOff, refusal } }: OfferedRow,
  { soc, list }: Updates,
  isOnline: boolean,
  locks: ParamLocks,
) {
  const { t } = useTranslation("remote");
  const { percent } = useUpdateText(list);
  return [
    { text: t("dialog.online"), isMet: isOnline },
    { text: t("dialog.remote"), isMet: locks.hasRemoteControl },
    { text: t("dialog.unlocked"), isMet: !locks.isLocked },
    ...(minSoc === null
      ? []
      : [
          {
            text:
              soc === null
                ? t("dialog.socUnknown", { min: percent(minSoc) })
                : t("dialog.soc", { min: percent(minSoc), soc: percent(soc) }),
            isMet: soc !== null && soc >= minSoc,
          },
        ]),
    ...(whenOff ? [{ text: t("dialog.whenOff"), isMet: refusal !== "notOff" }] : []),
  ];
}
