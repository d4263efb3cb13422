import { Button, Dialog, Portal } from "@chakra-ui/react";
import { useId, useRef } from "react";
import { needsIdentity } from "#app/forms/identity.ts";
import { IdentityField } from "#app/forms/identity-field.tsx";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { DialogFrame } from "./dialog-frame.ts";
import type { OfferedRow, RemoteExtra, Updates } from "./remote-data.ts";
import { Refused } from "./update-progress.tsx";
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
  const { t } = useTranslation(["remote", "common"]);
  const { componentText, nameOf, refusalText, versionText } = useUpdateText(list);
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const own = useOwnForm<RemoteExtra>(null, { drafts: "none", owns: () => false, onDone });
  const { busy, outcome, result } = own;
  const asksIdentity = needsIdentity(result);
  return (
    <Dialog.Root
      role="alertdialog"
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      size="md"
      scrollBehavior="inside"
      initialFocusEl={() => first.current}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content data-update-dialog="all">
            <Dialog.Header pb="2">
              <Dialog.Title>{t("allDialog.title")}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body pt="0">
              <own.Form method="post" ref={own.form} id={`${id}-form`} noValidate>
                <DialogFrame>
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
                  {asksIdentity && <IdentityField result={outcome} hasHint />}
                  <Refused refusal={outcome?.refusal} refusalText={refusalText} />
                  {!outcome?.refusal && !asksIdentity && <Outcome result={outcome} done="" />}
                </DialogFrame>
              </own.Form>
            </Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button ref={first} variant="outline" colorPalette="gray" onClick={onClose}>
                {t("common:actions.cancel")}
              </Button>
              <Button
                type="submit"
                form={`${id}-form`}
                name="intent"
                value="updateAll"
                aria-disabled={busy}
                opacity={busy ? 0.6 : 1}
                onClick={(event) => busy && event.preventDefault()}
              >
                {t("allDialog.submit")}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
