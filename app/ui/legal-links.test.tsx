import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { type Operator, UNNAMED_OPERATOR } from "#domain/operator.ts";
import common from "#locales/en/common.json" with { type: "json" };
import { LegalLinks } from "./legal-links.tsx";

async function show(operator: Operator | null): Promise<string> {
  const i18n = createInstance().use(initReactI18next);
  const texts = { lng: "en", defaultNS: "common", resources: { en: { common } } };
  await i18n.init({ ...texts, interpolation: { escapeValue: false } });
  const Page = createRoutesStub([{ path: "/", id: "root", Component: LegalLinks }]);
  const loaded = operator === null ? {} : { loaderData: { root: { operator } } };
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <Page hydrationData={loaded} />
    </I18nextProvider>,
  );
}

test("the footer names the operator and links to the contact, the terms and the privacy notice", async () => {
  const html = await show({ ...UNNAMED_OPERATOR, name: "Sun & Co", email: "help@sun.example" });
  expect(html).toContain(common.legal.operatedBy.replace("{{name}}", "Sun &amp; Co"));
  for (const href of ["mailto:help@sun.example", "/terms", "/privacy"])
    expect(html).toContain(`href="${href}"`);
});

test.each([
  ["is not set", UNNAMED_OPERATOR],
  ["could not be loaded", null],
])("an operator who %s leaves the terms and the privacy notice", async (_, operator) => {
  const html = await show(operator);
  expect(html).not.toContain("mailto:");
  expect(html.match(/href="[^"]*"/g)).toEqual(['href="/terms"', 'href="/privacy"']);
  expect(html).not.toContain("<span>");
});
