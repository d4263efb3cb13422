import { Button, Flex, Text } from "@chakra-ui/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFocusRefused } from "#app/forms/focus-refused.ts";
import { PasswordField } from "#app/forms/password-field.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import AskDialog from "#app/ui/ask-dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useLeaveBlocker } from "#app/ui/use-leave-blocker.ts";
import { ShareSwitch } from "./share-switch.tsx";
import type { useShare } from "./use-share.ts";

type SharePasswordProps = {
  isProtected: boolean;
  isBusy: boolean;
  done: ReturnType<typeof useShare>["done"];
  onSave: (password: string) => void;
  onRemove: () => void;
};

/**
 * Protects the link by a password, from the moment a password is saved. Until then the form shows that the link is not
 * protected, and leaving asks for confirmation. Switching off takes effect at once.
 */
export function SharePassword(props: SharePasswordProps) {
  const { isProtected, isBusy, done, onSave, onRemove } = props;
  const { t } = useTranslation("share");
  const [isOpen, setOpen] = useState(isProtected);
  const [{ typed, sent }, setField] = useState({ typed: "", sent: "" });
  useEffect(() => setOpen(isProtected), [isProtected]);
  const saved = done?.intent === "password" && done.problem === null ? done.values.on : undefined;
  useEffect(() => {
    // Input after the submission is still unsaved.
    if (done?.intent === "password" && done.problem === null)
      setField((field) => (field.typed === field.sent ? { typed: "", sent: "" } : field));
  }, [done]);
  const fault = done?.intent === "password" ? done.problem?.fields.password : undefined;
  const change = (on: boolean) => {
    setOpen(on);
    if (!on) setField({ typed: "", sent: "" });
    if (!on && isProtected) onRemove();
  };
  const isPending = isOpen && !isProtected;
  const isUnsaved = isBusy
    ? typed !== "" && typed !== sent
    : typed !== "" || (isPending && saved !== "1");
  return (
    <Flex direction="column" gap="3">
      <ShareSwitch
        label={t("dialog.protect")}
        hint={t("dialog.protectHint")}
        on={isProtected && isOpen}
        disabled={isBusy}
        onChange={(on) => change(on || !isOpen)}
      />
      {isPending && saved !== "1" && <Notice tone="warning">{t("dialog.notProtected")}</Notice>}
      {isOpen && (
        <PasswordForm
          isProtected={isProtected}
          isBusy={isBusy}
          fault={fault}
          typed={typed}
          onTyped={(typed) => setField((field) => ({ ...field, typed }))}
          onSave={() => {
            setField({ typed, sent: typed });
            onSave(typed);
          }}
          {...(isPending && { onCancel: () => change(false) })}
        />
      )}
      <Text role="status" textStyle="xs" color="good" _empty={{ display: "none" }}>
        {saved !== undefined &&
          t(saved === "1" ? "dialog.passwordSaved" : "dialog.passwordRemoved")}
      </Text>
      {isUnsaved && <LeaveQuestion isProtected={isProtected} />}
    </Flex>
  );
}

/** Asks for confirmation before the dialog or the page is left with an unsaved password. */
function LeaveQuestion({ isProtected }: { isProtected: boolean }) {
  const { t } = useTranslation("share");
  const blocker = useLeaveBlocker(
    ({ currentLocation, nextLocation }) =>
      nextLocation.pathname !== currentLocation.pathname ||
      nextLocation.hash !== currentLocation.hash,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  if (!blocker.isAsking) return null;
  return (
    <AskDialog
      title={t("dialog.leaveTitle")}
      text={t(isProtected ? "dialog.leaveChanged" : "dialog.leaveOpen")}
      submit={t("dialog.leave")}
      cancel={t("dialog.stay")}
      tone="danger"
      onClose={blocker.stay}
      onSubmit={blocker.leave}
    />
  );
}

type PasswordFormProps = Pick<SharePasswordProps, "isProtected" | "isBusy"> & {
  fault: string | undefined;
  typed: string;
  onTyped: (typed: string) => void;
  onSave: () => void;
  /** Absent if there is no previous state to return to. */
  onCancel?: () => void;
};

function PasswordForm(props: PasswordFormProps) {
  const { isProtected, isBusy, fault, typed, onTyped, onSave, onCancel } = props;
  const { t } = useTranslation(["share", "common"]);
  const form = useRef<HTMLFormElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  const wrong = isEmpty ? "required" : fault;
  useFocusRefused(form, wrong);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setEmpty(typed === "");
    if (typed !== "") onSave();
  };
  return (
    <form onSubmit={save} noValidate ref={form}>
      <PasswordField
        name="password"
        label={t("dialog.password")}
        hint={t(isProtected ? "dialog.newPassword" : "dialog.passwordHint")}
        result={wrong === undefined ? null : { problem: wrongPassword(wrong) }}
        value={typed}
        onChange={({ target }) => onTyped(target.value)}
        autoComplete="new-password"
        // The switch opened it, so the field takes the focus.
        autoFocus={onCancel !== undefined}
      />
      <Flex gap="2" mt="3" wrap="wrap">
        <Button
          type="submit"
          size="sm"
          variant={isProtected ? "outline" : "solid"}
          loading={isBusy}
        >
          {t("dialog.savePassword")}
        </Button>
        {onCancel && (
          <Button size="sm" variant="outline" colorPalette="gray" onClick={onCancel}>
            {t("common:actions.cancel")}
          </Button>
        )}
      </Flex>
    </form>
  );
}

const wrongPassword = (key: string) => ({
  message: "invalid",
  fields: { password: key },
  retryAfter: null,
});
