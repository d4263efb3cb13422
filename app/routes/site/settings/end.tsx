import { Suspense, useId } from "react";
import { Link, redirect } from "react-router";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { TextField } from "#app/forms/fields.tsx";
import { performForm } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { Outcome, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { callForPage } from "#app/guard.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/end";
import { openSettingsTab } from "./open-settings.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const { name, sn } = await openSettingsTab(args, "end");
  return { name, sn };
}

export async function action(args: Route.ActionArgs) {
  const { key: siteKey } = await openSettingsTab(args, "end");
  return performForm(args, {
    async archive() {
      await callForPage(args, "POST /site/v2/archive/add", { siteKey });
      return {};
    },
    async unlink(form) {
      const name = textOf(form, "name");
      await callForPage(args, "POST /site/v2/unlink", { siteKey, name });
      return {};
    },
    async delete(form) {
      const name = textOf(form, "name");
      await callForPage(args, "POST /site/v2/delete", { siteKey, name });
      // The page on which the site can be restored.
      throw redirect("/user#deleted");
    },
  });
}

export default function EndRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <EndPage {...loaderData} />
    </Suspense>
  );
}

function EndPage({ name, sn }: Route.ComponentProps["loaderData"]) {
  usePageTexts("archives", "settings");
  const { t } = useTranslation("settings");
  return (
    <>
      <PageTitle page={`${t("tabs.end")} · ${name}`} />
      <Ways>
        <ArchiveWay />
        <Way way="unlink" name={name} module={sn} />
        <Way way="delete" name={name} module={sn} />
      </Ways>
    </>
  );
}

/** Orders an archive of the site, which is offered before the site is unlinked or deleted. */
function ArchiveWay() {
  const { t } = useTranslation("archives");
  const { Form, form, busy, result, outcome } = useOwnForm("archive", { drafts: "none" });
  const id = useId();
  return (
    <section aria-labelledby="archive-title" data-wide>
      <h2 id="archive-title" tabIndex={-1}>
        {t("site.title")}
      </h2>
      <p>{t("site.text")}</p>
      <Form method="post" ref={form} id={id} noValidate>
        <Outcome result={outcome} done={t("site.done")} />
        <ConfirmIdentity
          form={id}
          intent="archive"
          result={result}
          busy={busy}
          submit={t("site.submit")}
        />
        <div>
          <Submit intent="archive" busy={busy}>
            {t("site.submit")}
          </Submit>
          <Link to="/user#archives">{t("site.link")}</Link>
        </div>
      </Form>
    </section>
  );
}

const POINTS = ["module", "history", "users", "back"] as const;

type WayProps = { way: "unlink" | "delete"; name: string; module: string | null };

/** Explains what happens to the module, the history and the users, and asks for the site's name. */
function Way({ way, name, module }: WayProps) {
  const { t } = useTranslation("settings");
  const { Form, form, busy, result, outcome } = useOwnForm(way, { drafts: "none" });
  const id = useId();
  const cannot = way === "unlink" && module === null;
  return (
    <section aria-labelledby={`${way}-title`}>
      <h2 id={`${way}-title`} tabIndex={-1}>
        {t(`end.${way}.title`)}
      </h2>
      <p>{t(`end.${way}.text`)}</p>
      <dl>
        {POINTS.map((point) => (
          <div key={point}>
            <dt>{t(`end.points.${point}`)}</dt>
            <dd>{t(`end.${way}.${point}`)}</dd>
          </div>
        ))}
      </dl>
      <Form method="post" ref={form} id={id} noValidate>
        {cannot ? (
          <p>{t("end.unlink.none")}</p>
        ) : (
          <>
            <TextField
              name="name"
              label={t("end.ask", { name })}
              defaultValue={result?.problem ? result.values.name : ""}
              autoComplete="off"
              autoCapitalize="none"
              dir="auto"
              result={result}
            />
            <Outcome result={outcome} done={t("end.unlink.done")} />
            <ConfirmIdentity
              form={id}
              intent={way}
              result={result}
              busy={busy}
              submit={t(`end.${way}.submit`)}
              danger
            />
            <Submit intent={way} busy={busy} danger>
              {t(`end.${way}.submit`)}
            </Submit>
          </>
        )}
      </Form>
    </section>
  );
}

const Ways = styled("div", {
  display: "grid",
  gap: "4",
  gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
  "& > section": {
    layerStyle: "card",
    display: "flex",
    flexDirection: "column",
    gap: "4",
    px: { base: "4", md: "6" },
    py: { base: "5", md: "6" },
  },
  "& > [data-wide]": { gridColumn: "1 / -1" },
  "& form > div": { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "4" },
  "& a": { textDecoration: "underline", textStyle: "sm" },
  "& h2": { textStyle: "md", fontWeight: "semibold" },
  "& p": { textStyle: "sm", color: "fg.muted" },
  "& dl": { display: "flex", flexDirection: "column", gap: "3", textStyle: "sm" },
  "& dt": { fontWeight: "medium" },
  "& dd": { color: "fg.muted" },
  "& form": { mt: "auto", display: "flex", flexDirection: "column", gap: "4" },
  "& label": { overflowWrap: "anywhere" },
});
