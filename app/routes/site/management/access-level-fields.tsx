import { useState } from "react";
import { TextField } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MEMBER_ROLES, type MemberRole, SITE_ROLE } from "#domain/access/roles.ts";
import { formatTag } from "#domain/languages.ts";
import { quickEnds } from "#domain/members/quick-ends.ts";
import { type ManagedSite, type MemberResult, ROLE_NAMES } from "./management-data.ts";
import { Choice, QuickChoices } from "./styles.ts";

type RoleChoiceProps = {
  legend: string;
  site: ManagedSite;
  chosen: MemberRole;
  /** Whether the site's dealer is one of the options. */
  withDealer?: boolean;
  /** Lowest role that can be chosen. */
  lowest?: MemberRole;
  /** Called with the value of the chosen option. */
  onChoose?: (value: string) => void;
};

/** Choice of a user's role. Only the owner appoints administrators. */
export function RoleChoice(props: RoleChoiceProps) {
  const { legend, site, chosen, withDealer, lowest = SITE_ROLE.monitor, onChoose } = props;
  const { t } = useTranslation("management");
  const roles = MEMBER_ROLES.toReversed().filter(
    (role) => role <= lowest && (role !== SITE_ROLE.administrator || site.isOwner),
  );
  return (
    <fieldset
      onChange={({ target }) => target instanceof HTMLInputElement && onChoose?.(target.value)}
    >
      <legend>{legend}</legend>
      {roles.map((role) => (
        <Choice key={role}>
          <input type="radio" name="role" value={role} defaultChecked={role === chosen} />
          <span>
            {t(`roles.${ROLE_NAMES[role]}`)}
            <small>{t(`roleHints.${ROLE_NAMES[role]}`)}</small>
          </span>
        </Choice>
      ))}
      {withDealer && site.isOwner && (
        <Choice>
          <input type="radio" name="role" value="dealer" />
          <span>
            {t("invite.dealer")}
            <small>{t("invite.dealerHint")}</small>
          </span>
        </Choice>
      )}
    </fieldset>
  );
}

type EndFieldProps = {
  site: ManagedSite;
  /** YYYY-MM-DD; empty for no expiry. */
  day: string;
  result: MemberResult | null | undefined;
};

/** Field for the last day of access, with the usual days as buttons. */
export function EndField({ site, day, result }: EndFieldProps) {
  const { t, i18n } = useTranslation("management");
  const [chosen, setChosen] = useState(day);
  const weekday = (on: string) =>
    new Intl.DateTimeFormat(formatTag(i18n.language), { weekday: "long", timeZone: "UTC" }).format(
      Date.parse(on),
    );
  const ends = [...quickEnds(site.today), { kind: "never" as const, day: "" }];
  return (
    <div data-end>
      <TextField
        name="endsAt"
        type="date"
        min={site.today}
        label={t("accessLevel.end")}
        hint={t("accessLevel.endHint", { zone: site.timeZone })}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        result={result}
      />
      <QuickChoices role="group" aria-label={t("accessLevel.ends.label")}>
        {ends.map((end) => (
          <button
            key={end.kind}
            type="button"
            aria-pressed={chosen === end.day}
            onClick={() => setChosen(end.day)}
          >
            {end.kind === "weekday"
              ? t("accessLevel.ends.weekday", { weekday: weekday(end.day) })
              : t(`accessLevel.ends.${end.kind}`)}
          </button>
        ))}
      </QuickChoices>
    </div>
  );
}
