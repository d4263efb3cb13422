import { Suspense } from "react";
import { redirect } from "react-router";
import { backend } from "#app/backend.server.ts";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Route } from "./+types/privacy";
import { LegalPage } from "./legal-page.tsx";

/** The title and the texts of each section. */
const SECTIONS = [
  {
    title: "privacy.stored.title",
    texts: [
      "privacy.stored.account",
      "privacy.stored.sessions",
      "privacy.stored.sites",
      "privacy.stored.access",
      "privacy.stored.contacts",
      "privacy.stored.feedback",
    ],
  },
  { title: "privacy.purpose.title", texts: ["privacy.purpose.text"] },
  {
    title: "privacy.visible.title",
    texts: [
      "privacy.visible.users",
      "privacy.visible.links",
      "privacy.visible.operator",
      "privacy.visible.providers",
      "privacy.visible.weather",
      "privacy.visible.tiles",
    ],
  },
  {
    title: "privacy.kept.title",
    texts: [
      "privacy.kept.account",
      "privacy.kept.sessions",
      "privacy.kept.codes",
      "privacy.kept.mails",
      "privacy.kept.feedback",
      "privacy.kept.sites",
      "privacy.kept.measurements",
      "privacy.kept.commands",
      "privacy.kept.backups",
    ],
  },
  {
    title: "privacy.browser.title",
    texts: ["privacy.browser.needed", "privacy.browser.choices"],
  },
  { title: "privacy.rights.title", texts: ["privacy.rights.own", "privacy.rights.ask"] },
] as const;

/** Describes what the portal stores; the operator's own notice replaces the page. */
export function loader({ context }: Route.LoaderArgs) {
  const { operator, mapTiles } = context.get(backend).context;
  if (operator.privacyUrl !== null) throw redirect(operator.privacyUrl);
  return { tileHost: mapTiles?.host.replace(/^https?:\/\//, "") ?? null };
}

export default function PrivacyRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <PrivacyPage {...loaderData} />
    </Suspense>
  );
}

function PrivacyPage({ tileHost }: Route.ComponentProps["loaderData"]) {
  usePageTexts("legal");
  const { t } = useTranslation("legal");
  return (
    <LegalPage title={t("privacy.title")} text={t("privacy.text")}>
      {SECTIONS.map(({ title, texts }) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <ul>
            {texts.map((text) => {
              if (text !== "privacy.visible.tiles") return <li key={text}>{t(text)}</li>;
              // Without a tile server, maps are part of the portal.
              return tileHost !== null && <li key={text}>{t(text, { host: tileHost })}</li>;
            })}
          </ul>
        </section>
      ))}
    </LegalPage>
  );
}
