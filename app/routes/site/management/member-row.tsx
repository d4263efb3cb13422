import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { Outcome } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Avatar } from "#app/ui/avatar/avatar.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { SITE_ROLE } from "#domain/access/roles.ts";
import { type ManagedSite, type Member, ROLE_NAMES } from "./management-data.ts";
import { RowButton } from "./row-button.tsx";
import { Actions, Badge } from "./styles.ts";
import { lastDayText } from "./use-access-text.ts";

type MemberRowProps = {
  member: Member;
  site: ManagedSite;
  onEdit: (member: Member) => void;
  onRemove: (member: Member) => void;
};

/** The owner's access cannot be changed; only the owner changes that of administrators and the dealer. */
function isChangeable({ mayManage, isOwner }: ManagedSite, member: Member): boolean {
  return (
    mayManage &&
    !member.owner &&
    (isOwner || (member.role !== SITE_ROLE.administrator && !member.dealer))
  );
}

export function MemberRow({ member, site, onEdit, onRemove }: MemberRowProps) {
  const { t, i18n } = useTranslation("management");
  const { name, role, endsAt } = member;
  return (
    <PersonRow
      header={member.header}
      name={name}
      detail={<bdi dir="ltr">{member.account}</bdi>}
      badges={
        <>
          {member.userId === site.personId && <Badge>{t("you")}</Badge>}
          {member.owner && <Badge data-strong>{t("owner")}</Badge>}
          {member.dealer && <Badge data-strong>{t("dealer")}</Badge>}
          {!member.owner && <Badge>{t(`roles.${ROLE_NAMES[role]}`)}</Badge>}
          {!site.mayManage && member.receivesAlarms && <Badge>{t("receives")}</Badge>}
          {endsAt !== null && (
            <Badge>{t("until", { date: lastDayText(endsAt, site.timeZone, i18n.language) })}</Badge>
          )}
        </>
      }
    >
      {site.mayManage && <AlarmSwitch member={member} />}
      {isChangeable(site, member) && (
        <Actions>
          <RowButton name={t("editOne", { name })} onClick={() => onEdit(member)}>
            {t("edit")}
          </RowButton>
          <RowButton name={t("removeOne", { name })} danger onClick={() => onRemove(member)}>
            {t("remove")}
          </RowButton>
        </Actions>
      )}
    </PersonRow>
  );
}

type PersonRowProps = {
  header: string | null;
  name: string;
  badges?: ReactNode;
  detail: ReactNode;
  children: ReactNode;
};

/** A user in a list. When the row with the focus is removed, the focus moves to the heading of its section. */
export function PersonRow({ header, name, badges, detail, children }: PersonRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const left = row.current;
    return () => {
      if (left?.contains(document.activeElement))
        left.closest("section")?.querySelector<HTMLElement>("h2")?.focus();
    };
  }, []);
  return (
    <li ref={row}>
      <Avatar header={header} name={name} />
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {badges}
        <small>{detail}</small>
      </div>
      {children}
    </li>
  );
}

/** Switch that takes effect at once. */
function AlarmSwitch({ member: { userId, name, receivesAlarms } }: { member: Member }) {
  const { t } = useTranslation("management");
  const { Form, submit, outcome } = useOwnForm(null);
  const save = ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    void submit(currentTarget.form);
  return (
    <>
      <Form method="post">
        <input type="hidden" name="intent" value="receive" />
        <input type="hidden" name="userId" value={userId} />
        <Switch>
          <input
            key={String(receivesAlarms)}
            type="checkbox"
            name="receive"
            defaultChecked={receivesAlarms}
            aria-label={t("alarmsOf", { name })}
            onChange={save}
          />
          <span aria-hidden>{t("alarms")}</span>
        </Switch>
      </Form>
      <Outcome result={outcome} done="" />
    </>
  );
}
