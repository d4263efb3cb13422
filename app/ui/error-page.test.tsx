import { ChakraProvider } from "@chakra-ui/react";
import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import common from "#locales/en/common.json" with { type: "json" };
import errors from "#locales/en/errors.json" with { type: "json" };
import { system } from "../theme/system.ts";
import { ErrorPage } from "./error-page.tsx";

const i18n = createInstance();
await i18n.use(initReactI18next).init({
  lng: "en",
  resources: { en: { errors, common } },
  defaultNS: "common",
});

/** Renders the page for an answer of a loader. */
function renderStatus(status: number): string {
  const error = { status, statusText: "", internal: false, data: null };
  const Stub = createRoutesStub([{ path: "/", Component: () => <ErrorPage error={error} /> }]);
  return renderToString(
    <ChakraProvider value={system}>
      <I18nextProvider i18n={i18n}>
        <Stub initialEntries={["/"]} />
      </I18nextProvider>
    </ChakraProvider>,
  );
}

test.each([
  [404, errors.notFound.text],
  [429, errors.tooFast.text],
  [503, errors.unavailable.text],
  [500, errors.fault.text],
])("an error page for %i says what happened and what to do", (status, text) => {
  const page = renderStatus(status);
  expect(page).toContain(text);
  expect(page.includes(errors.reload)).toBe(status !== 404);
});
