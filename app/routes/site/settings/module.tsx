import { Suspense, useId, useRef } from "react";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { LabelFields } from "#app/routes/portal/addsite/label-fields.tsx";
import { LoggerSecret } from "#app/routes/portal/addsite/logger-secret.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/module";
import { openSettingsTab } from "./open-settings.server.ts";

/** A secret for the site's logger, which is shown only once. */
type ModuleExtra = { loggerSecret: string | null };

export async function loader(args: Route.LoaderArgs) {
  const { name, sn, since, online } = await openSettingsTab(args, "module");
  return { name, sn, since, online };
}

export async function action(args: Route.ActionArgs) {
  const { key: siteKey } = await openSettingsTab(args, "module");
  return performForm<ModuleExtra>(args, {
    async module(form) {
      const label = { sn: textOf(form, "sn"), checkCode: textOf(form, "checkCode") };
      const { loggerSecret } = await callForPage(args, "POST /site/v2/replaceSystemId", {
        siteKey,
        ...label,
      });
      return { loggerSecret };
    },
  });
}

export default function ModuleRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <ModulePage {...loaderData} />
    </Suspense>
  );
}

function ModulePage({ name, sn }: Route.ComponentProps["loaderData"]) {
  usePageTexts("settings", "addsite");
  const { t } = useTranslation("settings");
  const { Form, form, busy, result, outcome } = useOwnForm<ModuleExtra>("module", {
    drafts: "none",
  });
  const id = useId();
  const secret = useRef<string | null>(null);
  secret.current = result?.loggerSecret ?? secret.current;
  return (
    <>
      <PageTitle page={`${t("tabs.module")} · ${name}`} />
      <Section title={t("module.title")} text={t("module.text")}>
        <p>
          {sn === null ? t("module.none") : t("module.present")}
          {sn !== null && <bdi dir="ltr">{` ${sn}`}</bdi>}
        </p>
        <Form method="post" ref={form} id={id} noValidate>
          <LabelFields result={result} values={result?.problem ? result.values : {}} />
          <Outcome result={outcome} done={t("module.done")} />
          <ConfirmIdentity
            form={id}
            intent="module"
            result={result}
            busy={busy}
            submit={t("module.submit")}
          />
          <Submit intent="module" busy={busy}>
            {t("module.submit")}
          </Submit>
        </Form>
        {secret.current !== null && <LoggerSecret secret={secret.current} />}
      </Section>
    </>
  );
}
