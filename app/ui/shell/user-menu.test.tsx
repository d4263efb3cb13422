import { createInstance } from "i18next";
import { renderToString } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import common from "#locales/en/common.json" with { type: "json" };
import { UserMenu } from "./user-menu.tsx";

async function show(name: string): Promise<string> {
  const i18n = createInstance().use(initReactI18next);
  await i18n.init({ lng: "en", defaultNS: "common", resources: { en: { common } } });
  const person = { name, id: 7, header: null, demo: false, screenSaver: 0 };
  const Page = createRoutesStub([{ path: "/", Component: () => <UserMenu person={person} /> }]);
  return renderToString(
    <I18nextProvider i18n={i18n}>
      <Page />
    </I18nextProvider>,
  );
}

const menuOf = (name: string) => common.user.menu.replace("{{name}}", name);

test("a user without a name is called user", async () => {
  expect(await show("Olivia")).toContain(`aria-label="${menuOf("Olivia")}"`);
  const nameless = menuOf(common.user.fallbackName);
  for (const name of ["", "  "]) expect(await show(name)).toContain(`aria-label="${nameless}"`);
});
