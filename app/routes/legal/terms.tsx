import { Suspense } from "react";
import { usePageTexts } from "#app/i18n/use-page-texts.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { LegalPage } from "./legal-page.tsx";

const PARTS = ["account", "data", "use", "service"] as const;

export default function TermsRoute() {
  return (
    <Suspense>
      <TermsPage />
    </Suspense>
  );
}

function TermsPage() {
  usePageTexts("legal");
  const { t } = useTranslation("legal");
  return (
    <LegalPage title={t("terms.title")} text={t("terms.text")}>
      {PARTS.map((part) => (
        <section key={part}>
          <h2>{t(`terms.${part}.title`)}</h2>
          <p>{t(`terms.${part}.text`)}</p>
        </section>
      ))}
    </LegalPage>
  );
}
