import { Button, Field, Flex, Text } from "@chakra-ui/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { useProblemText } from "../../../ui/use-problem-text.ts";
import { PasswordInput } from "../../public/password-input.tsx";
import { ShareSwitch } from "./share-switch.tsx";
import type { useShare } from "./use-share.ts";

type SharePasswordProps = {
  isProtected: boolean;
  isBusy: boolean;
  done: ReturnType<typeof useShare>["done"];
  onSave: (password: string) => void;
  onRemove: () => void;
};

/** Off asks for none and saves that at once; on has one typed first. */
export function SharePassword(props: SharePasswordProps) {
  const { isProtected, isBusy, done, onSave, onRemove } = props;
  const { t } = useTranslation("share");
  const [isOpen, setOpen] = useState(isProtected);
  useEffect(() => setOpen(isProtected), [isProtected]);
  const saved = done?.step === "password" && done.problem === null ? done.on : null;
  const fault = done?.step === "password" ? done.problem?.fields.password : undefined;
  const change = (on: boolean) => {
    setOpen(on);
    if (!on && isProtected) onRemove();
  };
  return (
    <Flex direction="column" gap="3">
      <ShareSwitch
        label={t("dialog.protect")}
        hint={t("dialog.protectHint")}
        on={isOpen}
        disabled={isBusy}
        onChange={change}
      />
      {isOpen && (
        <PasswordForm isProtected={isProtected} isBusy={isBusy} fault={fault} onSave={onSave} />
      )}
      <Text role="status" textStyle="xs" color="good" _empty={{ display: "none" }}>
        {saved !== null && t(saved === 1 ? "dialog.passwordSaved" : "dialog.passwordGone")}
      </Text>
    </Flex>
  );
}

type PasswordFormProps = Pick<SharePasswordProps, "isProtected" | "isBusy" | "onSave"> & {
  fault: string | undefined;
};

function PasswordForm({ isProtected, isBusy, fault, onSave }: PasswordFormProps) {
  const { t } = useTranslation("share");
  const problemText = useProblemText();
  const form = useRef<HTMLFormElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  const wrong = isEmpty ? "required" : fault;
  useEffect(() => {
    if (wrong !== undefined) form.current?.querySelector("input")?.focus();
  }, [wrong]);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const typed = String(new FormData(event.currentTarget).get("password"));
    setEmpty(typed === "");
    if (typed !== "") onSave(typed);
  };
  return (
    <form onSubmit={save} noValidate ref={form}>
      <Field.Root invalid={wrong !== undefined}>
        <Field.Label>{t("dialog.password")}</Field.Label>
        <PasswordInput name="password" autoComplete="new-password" />
        <Field.HelperText>
          {t(isProtected ? "dialog.newPassword" : "dialog.passwordHint")}
        </Field.HelperText>
        <Field.ErrorText>{problemText(wrong)}</Field.ErrorText>
      </Field.Root>
      <Button type="submit" size="sm" variant="outline" mt="3" loading={isBusy}>
        {t("dialog.savePassword")}
      </Button>
    </form>
  );
}
