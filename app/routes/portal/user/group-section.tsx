import { Text } from "@chakra-ui/react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { TextField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AccessList, AccessRow } from "./access-list.tsx";
import { useMoment } from "./use-moment.ts";

type Contact = ApiAnswer<"POST /user/v2/groupuser/get">["list"][number];

/** Lists the user's contacts. The page does not reveal whether an address is registered. */
export function GroupSection({ members }: { members: readonly Contact[] }) {
  const { t } = useTranslation("user");
  const { Form, form, busy, result, outcome } = useOwnForm("addToGroup", { drafts: "none" });
  const moment = useMoment();
  const { email = "", added = "" } = result?.values ?? {};
  const label = t("group.remove");
  return (
    <Section title={t("group.title")} text={t("group.text")}>
      {members.length === 0 ? (
        <Text textStyle="sm" color="fg.muted">
          {t("group.empty")}
        </Text>
      ) : (
        <AccessList aria-label={t("group.title")}>
          {members.map((member) => (
            <AccessRow
              key={member.id}
              title={member.email}
              detail={t("group.since", { time: moment(member.createTime) })}
              end={{
                intent: "removeFromGroup",
                id: String(member.id),
                label,
                name: t("group.removeOne", { email: member.email }),
              }}
            />
          ))}
        </AccessList>
      )}
      <Form method="post" ref={form} noValidate>
        <TextField
          name="email"
          type="email"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          label={t("group.email")}
          defaultValue={result?.problem ? email : ""}
          result={result}
        />
        <Outcome result={outcome} done={t("group.added", { email: added })} />
        <Submit intent="addToGroup" busy={busy}>
          {t("group.add")}
        </Submit>
      </Form>
    </Section>
  );
}
