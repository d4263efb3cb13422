import { createInstance } from "i18next";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { HydratedRouter } from "react-router/dom";
import { countFormatter } from "./i18n/count-formatter.ts";
import { loadLanguage } from "./i18n/load-language.ts";
import { I18N_OPTIONS } from "./i18n/options.ts";
import { limitPageRequests } from "./limit-page-requests.ts";
import { StylesheetContext } from "./theme/stylesheet-context.ts";

window.fetch = limitPageRequests(window.fetch.bind(window));

async function hydrate(): Promise<void> {
  const language = document.documentElement.lang;
  const i18n = createInstance(I18N_OPTIONS);
  i18n.use(countFormatter).use(initReactI18next);
  await i18n.init({ lng: language, resources: { [language]: await loadLanguage(language) } });
  const look = document.querySelector("link[rel=stylesheet]")?.getAttribute("href") ?? undefined;
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <StylesheetContext value={look}>
          <I18nextProvider i18n={i18n}>
            <HydratedRouter />
          </I18nextProvider>
        </StylesheetContext>
      </StrictMode>,
    );
  });
}

hydrate().catch((error: unknown) => console.error(error));
