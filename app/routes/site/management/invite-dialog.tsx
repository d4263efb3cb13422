import { useState } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type MemberRole, SITE_ROLE } from "#domain/access/roles.ts";
import { receivesAlarmsAt } from "#domain/members/receives-alarms.ts";
import { EndField, RoleChoice } from "./access-level-fields.tsx";
import { FormDialog } from "./form-dialog.tsx";
import type { ManagedSite } from "./management-data.ts";
import { Choice } from "./styles.ts";

type InviteDialogProps = {
  site: ManagedSite;
  onClose: () => void;
  onInvited: (email: string) => void;
};

/** Asks for the address and access level of a new user. Loaded when it is first opened. */
export default function InviteDialog({ site, onClose, onInvited }: InviteDialogProps) {
  const { t } = useTranslation("management");
  const [option, setOption] = useState(String(SITE_ROLE.monitor));
  // Null until the user decides: the usual of the chosen access level.
  const [decided, setDecided] = useState<boolean | null>(null);
  const isUsual = option === "dealer" || receivesAlarmsAt(Number(option) as MemberRole);
  return (
    <FormDialog
      title={t("invite.title")}
      submit={t("invite.submit")}
      values={{ intent: "invite" }}
      onClose={onClose}
      onDone={({ values }) => onInvited(values.email ?? "")}
    >
      {(result) => (
        <>
          <TextField
            name="email"
            type="email"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            label={t("invite.email")}
            hint={t("invite.hint")}
            result={result}
          />
          <RoleChoice
            legend={t("accessLevel.role")}
            site={site}
            chosen={SITE_ROLE.monitor}
            withDealer
            onChoose={setOption}
          />
          <Choice>
            <input
              type="checkbox"
              name="receive"
              checked={decided ?? isUsual}
              onChange={({ currentTarget }) => setDecided(currentTarget.checked)}
            />
            <span>
              {t("receives")}
              <small>{t("invite.receivesHint")}</small>
            </span>
          </Choice>
          <EndField site={site} day="" result={result} />
        </>
      )}
    </FormDialog>
  );
}
