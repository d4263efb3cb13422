import { Dialog } from "@chakra-ui/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { OfferedRow, Updates } from "./remote-data.ts";
import { useUpdateText } from "./use-update-text.ts";

type UpdateAllDialogProps = {
  open: boolean;
  rows: readonly OfferedRow[];
  list: Updates["list"];
  onClose: () => void;
  onDone: () => void;
};

/** Lists what is updated before all of it is. Loaded when it is first opened. */
export default function UpdateAllDialog({
  open,
  rows,
  list,
  onClose,
  onDone,
}: UpdateAllDialogProps) {
  const { t } = useTranslation("remote");
  const { componentText, nameOf, refusalText, versionText } = useUpdateText(list);
  return (
    <ConfirmDialog
      name="all"
      title={t("allDialog.title")}
      intent="updateAll"
      submit={t("allDialog.submit")}
      isReady={rows.length > 0}
      {...{ open, onClose, onDone }}
    >
      <Dialog.Description>{t("allDialog.text")}</Dialog.Description>
      <section>
        <h3>{t("allDialog.list")}</h3>
        <ul>
          {rows.map(({ address, component, version, available }) => (
            <li key={`${address} ${component}`}>
              <Icon name="module" size="1rem" />
              <span>
                {t("allDialog.item", {
                  equipment: nameOf(address),
                  component: componentText(component),
                  from: versionText(version),
                  to: available.version,
                })}
                {available.refusal !== null && (
                  <>
                    {" "}
                    <small data-met="false">{refusalText(available.refusal)}</small>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </ConfirmDialog>
  );
}
