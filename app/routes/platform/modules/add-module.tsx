import { useId } from "react";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { TextField } from "#app/forms/fields.tsx";
import { Outcome, Pair, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { AddExtra, ImportExtra } from "./module-data.ts";
import { Secrets } from "./secrets.tsx";

/** Form for one module; a blank check code or secret is generated. */
export function AddModule() {
  const { t } = useTranslation("platform");
  const own = useOwnForm<AddExtra & ImportExtra>("add", { drafts: "none" });
  const { Form, form, busy, result, outcome } = own;
  const id = useId();
  const typed = result?.problem ? result.values : {};
  const field = (name: "serial" | "type" | "checkCode" | "secret", hint?: string) => (
    <TextField
      name={name}
      label={t(`modules.fields.${name}`)}
      hint={hint}
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
      defaultValue={typed[name]}
      result={result}
    />
  );
  return (
    <Section title={t("modules.one.title")} text={t("modules.one.text")}>
      <Form method="post" ref={form} id={id} noValidate>
        <Pair>
          {field("serial", t("modules.fields.serialHint"))}
          {field("type", t("modules.fields.typeHint"))}
          {field("checkCode", t("modules.fields.checkCodeHint"))}
          {field("secret", t("modules.fields.secretHint"))}
        </Pair>
        <Outcome result={outcome} done={t("modules.one.done", { serial: outcome?.added ?? "" })} />
        <ConfirmIdentity
          form={id}
          intent="add"
          result={result}
          busy={busy}
          submit={t("modules.one.submit")}
        />
        <Submit intent="add" busy={busy}>
          {t("modules.one.submit")}
        </Submit>
      </Form>
      {result?.problem === null && <Secrets generated={result.generated ?? []} />}
    </Section>
  );
}
