import { Text } from "@chakra-ui/react";
import { TextField } from "#app/forms/fields.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";

/** The form is folded and asks for the account's name and password, so that an account is not deleted by accident. */
export function DeletionSection({ account }: { account: string }) {
  const { t } = useTranslation("user");
  const { t: archives } = useTranslation("archives");
  const { Form, form, busy, result, outcome } = useOwnForm("deletion", { drafts: "none" });
  return (
    <Section title={t("deletion.title")} text={t("deletion.text")}>
      <Folded open={result?.problem ? true : undefined}>
        <summary>{t("deletion.open")}</summary>
        <Text textStyle="sm">
          <a href="#archives">{archives("beforeDeletion")}</a>
        </Text>
        <Form method="post" ref={form} noValidate>
          <Text textStyle="sm" overflowWrap="anywhere">
            {t("deletion.ask", { account })}
          </Text>
          <TextField
            name="account"
            label={t("deletion.account")}
            defaultValue={result?.values.account}
            autoComplete="off"
            autoCapitalize="none"
            dir="ltr"
            result={result}
            errorText={t("deletion.otherAccount")}
          />
          <TextField
            name="password"
            type="password"
            label={t("deletion.password")}
            autoComplete="current-password"
            result={result}
          />
          <Outcome result={outcome} done="" />
          <Submit intent="deletion" busy={busy} danger>
            {t("deletion.submit")}
          </Submit>
        </Form>
      </Folded>
    </Section>
  );
}

const Folded = styled("details", {
  "& summary": { color: "danger.fg", fontWeight: "medium", textStyle: "sm", cursor: "pointer" },
  "&[open] summary": { mb: "4" },
  "& a": { textDecoration: "underline", display: "inline-block", mb: "4" },
});
