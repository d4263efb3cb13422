import { Button, CloseButton, chakra, Dialog, Portal, Spinner } from "@chakra-ui/react";
import { Suspense } from "react";
import { Refusal } from "#app/forms/refusal.tsx";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ShareLink } from "./share-link.tsx";
import { SharePassword } from "./share-password.tsx";
import { ShareRenewal } from "./share-renewal.tsx";
import { ShareSwitch } from "./share-switch.tsx";
import { type Share, type ShareIntent, useShare } from "./use-share.ts";

type ShareDialogProps = { siteName: string; search: string; onClose: () => void };

/** Dialog that shares a site by a link. Loaded with its texts when it is first opened. */
export default function ShareDialog(props: ShareDialogProps) {
  return (
    <Suspense>
      <OpenDialog {...props} />
    </Suspense>
  );
}

function OpenDialog({ siteName, search, onClose }: ShareDialogProps) {
  usePageTexts("share", "login");
  const { t } = useTranslation(["share", "common"]);
  const sharing = useShare(search);
  return (
    <Dialog.Root
      open
      onOpenChange={(change) => !change.open && onClose()}
      placement="center"
      scrollBehavior="inside"
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner px="4">
          <Dialog.Content maxW="30rem" my="6" maxH="calc(100dvh - 3rem)">
            <Dialog.Header pb="1">
              <Dialog.Title>{t("dialog.title")}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body display="flex" flexDirection="column" gap="5" pt="1">
              <p>{t("dialog.intro")}</p>
              {sharing.share === undefined ? (
                <Spinner alignSelf="center" />
              ) : (
                <Sharing siteName={siteName} share={sharing.share} sharing={sharing} />
              )}
            </Dialog.Body>
            <Dialog.Footer>
              <Button variant="outline" colorPalette="gray" onClick={onClose}>
                {t("common:actions.close")}
              </Button>
            </Dialog.Footer>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" aria-label={t("common:actions.close")} />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

type SharingProps = {
  siteName: string;
  share: Share | null;
  sharing: Omit<ReturnType<typeof useShare>, "share">;
};

function Sharing({ siteName, share: held, sharing }: SharingProps) {
  const { t } = useTranslation("share");
  const { asked, isBusy, done, send } = sharing;
  // The previous link is invalid: it must not be copied while the new one is being created.
  const share = asked?.intent === "add" ? null : held;
  const isOn = (intent: ShareIntent, held: boolean) => (asked?.intent === intent ? asked.on : held);
  const isShared = asked?.intent === "delete" ? false : isOn("add", share !== null);
  const isProtected = share?.protection === 1;
  return (
    <>
      <ShareSwitch
        label={t("dialog.enable")}
        on={isShared}
        disabled={isBusy}
        onChange={(on) => send({ intent: on ? "add" : "delete", on })}
      />
      {isShared && share === null && <Spinner alignSelf="center" />}
      {isShared && share !== null && (
        <>
          <ShareLink
            link={share.link}
            siteName={siteName}
            views={share.views}
            isStale={asked?.intent === "renew"}
          />
          <ShareRenewal
            isBusy={isBusy}
            isDone={done?.intent === "renew" && done.problem === null}
            onRenew={() => send({ intent: "renew", on: true })}
          />
          <SharePassword
            isProtected={isProtected}
            isBusy={isBusy}
            done={done}
            onSave={(password) => send({ intent: "password", on: true, password })}
            onRemove={() => send({ intent: "password", on: false })}
          />
          <ShareSwitch
            label={t("dialog.hide")}
            hint={t("dialog.hideHint")}
            on={isOn("locationHide", share.locationHide === 1)}
            disabled={isBusy}
            onChange={(on) => send({ intent: "locationHide", on })}
          />
          <ShareSwitch
            label={t("dialog.world")}
            hint={t(isProtected ? "dialog.worldLocked" : "dialog.worldHint")}
            on={isOn("showWorld", share.showWorld === 1)}
            disabled={isBusy}
            onChange={(on) => send({ intent: "showWorld", on })}
          />
          <WorldLink />
        </>
      )}
      <ChangeOutcome done={done} />
    </>
  );
}

function WorldLink() {
  const { t } = useTranslation("share");
  return (
    <chakra.a
      href="/world"
      target="_blank"
      rel="noopener"
      alignSelf="flex-start"
      mt="-3"
      textStyle="xs"
      color="brand.fg"
      textDecoration="underline"
      borderRadius="xs"
      focusVisibleRing="outside"
    >
      {t("dialog.worldPage")}
    </chakra.a>
  );
}

/** Announces the outcome of the last change if it is not visible otherwise. */
function ChangeOutcome({ done }: Pick<SharingProps["sharing"], "done">) {
  const { t } = useTranslation("share");
  if (done?.problem && done.problem.fields.password === undefined) return <Refusal result={done} />;
  if (done?.problem === null && done.intent === "delete")
    return <Notice tone="info">{t("dialog.ended")}</Notice>;
  return null;
}
