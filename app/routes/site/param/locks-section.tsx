import { Button } from "@chakra-ui/react";
import { SwitchField, TextField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Moment } from "#app/ui/moment.tsx";
import type { ParamLocks, ParamMay } from "./param-data.ts";

type LocksSectionProps = { locks: ParamLocks; may: ParamMay; timeZone: string };

/** Lock of all changes, unattended mode and the advanced password. */
export function LocksSection({ locks, may, timeZone }: LocksSectionProps) {
  const { t } = useTranslation("param");
  const hasEntry = locks.needsPassword || locks.enteredUntil !== null;
  if (!may.lock && !may.setPassword && !hasEntry) return null;
  return (
    <Section title={t("locks.title")} text={t("locks.text")}>
      {may.lock && <LockForm locks={locks} />}
      {hasEntry && <PasswordEntry locks={locks} timeZone={timeZone} />}
      {may.setPassword && <PasswordForm hasPassword={locks.hasPassword} />}
    </Section>
  );
}

function LockForm({ locks }: { locks: ParamLocks }) {
  const { t } = useTranslation("param");
  const own = useOwnForm("locks", { drafts: "none" });
  return (
    <own.Form method="post" ref={own.form}>
      <SwitchField
        name="locked"
        label={t("locks.lockAll")}
        hint={t("locks.lockAllHint")}
        on={locks.isLocked}
      />
      <SwitchField
        name="unattended"
        label={t("locks.unattended")}
        hint={t("locks.unattendedHint")}
        on={locks.isUnattended}
      />
      <Outcome result={own.outcome} done={t("locks.saved")} />
      <Submit intent="locks" busy={own.busy}>
        {t("locks.save")}
      </Submit>
    </own.Form>
  );
}

/** Entry of the advanced password, which is valid for ten minutes, and its end. */
export function PasswordEntry({ locks, timeZone }: { locks: ParamLocks; timeZone: string }) {
  const { t } = useTranslation("param");
  const enter = useOwnForm("enterPassword", { drafts: "none" });
  const exit = useOwnForm("exitPassword", { drafts: "none" });
  const { enteredUntil } = locks;
  if (enteredUntil !== null)
    return (
      <exit.Form method="post" ref={exit.form}>
        <p>
          {t("password.entered")} <Moment at={enteredUntil} timeZone={timeZone} />
        </p>
        <Outcome result={exit.outcome} done="" />
        <Submit intent="exitPassword" busy={exit.busy}>
          {t("password.exit")}
        </Submit>
      </exit.Form>
    );
  return (
    <enter.Form method="post" ref={enter.form}>
      <TextField
        name="advancedPassword"
        type="password"
        autoComplete="off"
        label={t("password.label")}
        hint={t("password.hint")}
        result={enter.outcome}
      />
      <Outcome result={enter.outcome} done="" />
      <Submit intent="enterPassword" busy={enter.busy}>
        {t("password.enter")}
      </Submit>
    </enter.Form>
  );
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation("param");
  const set = useOwnForm("setPassword", { drafts: "none" });
  const remove = useOwnForm("removePassword", { drafts: "none" });
  return (
    <Passwords>
      <set.Form method="post" ref={set.form}>
        <TextField
          name="newAdvancedPassword"
          type="password"
          autoComplete="new-password"
          label={t(hasPassword ? "password.newLabel" : "password.setLabel")}
          hint={t("password.setHint")}
          result={set.outcome}
        />
        <Outcome result={set.outcome} done={t("password.saved")} />
        <Submit intent="setPassword" busy={set.busy}>
          {t(hasPassword ? "password.change" : "password.set")}
        </Submit>
      </set.Form>
      {hasPassword && (
        <remove.Form method="post" ref={remove.form}>
          <Outcome result={remove.outcome} done="" />
          <Button
            type="submit"
            name="intent"
            value="removePassword"
            variant="outline"
            colorPalette="danger"
            alignSelf="flex-start"
          >
            {t("password.remove")}
          </Button>
        </remove.Form>
      )}
    </Passwords>
  );
}

const Passwords = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "4",
  pt: "4",
  borderTopWidth: "1px",
});
