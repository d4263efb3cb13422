import { expect, test } from "vitest";
import {
  type BuiltConfig,
  connectDomain,
  findMissingSettings,
  renameInstallation,
  withSettings,
} from "./built-config.ts";

const built = {
  name: "helioport",
  workers_dev: true,
  r2_buckets: [],
  vars: {
    PORTAL_ORIGIN: "http://localhost:8787",
    MAIL_FROM: "",
    SECURITY_CONTACT: "",
    DATA_JURISDICTION: "",
    OTHER: "1",
  },
} as unknown as BuiltConfig;
const own = { PORTAL_ORIGIN: "https://sun.example" };

test("an installation without settings is told what that means", () => {
  expect(findMissingSettings(withSettings(built, own))).toEqual([
    "sun.example has to lead to the Worker: npm run deploy -- --connect-domain, or the dashboard.",
    "E-mails wait until MAIL_FROM is set.",
  ]);
});

test("settings come from the environment, then from wrangler.toml, then from what is deployed", () => {
  const deployed = { PORTAL_ORIGIN: "https://old.example", MAIL_FROM: "Old <a@old.example>" };
  const written = {
    ...built,
    vars: { ...built.vars, MAIL_FROM: "Written <a@sun.example>" },
  } as BuiltConfig;
  expect(withSettings(written, {}, deployed).vars).toEqual({
    ...built.vars,
    PORTAL_ORIGIN: "https://old.example",
    MAIL_FROM: "Written <a@sun.example>",
  });
  const given = { ...own, MAIL_FROM: "Given <a@sun.example>", X: "2" };
  expect(withSettings(written, given, deployed).vars).toEqual({
    ...built.vars,
    ...own,
    MAIL_FROM: "Given <a@sun.example>",
  });
});

test("a portal on a domain of its own has no second address, and one on workers.dev has that one", () => {
  expect(withSettings(built, own).workers_dev).toBe(false);
  const shared = { PORTAL_ORIGIN: "https://helioport.someone.workers.dev" };
  const config = withSettings(built, { ...shared, MAIL_FROM: "Sun <a@sun.example>" });
  expect(config.workers_dev).toBe(true);
  expect(findMissingSettings(config)).toEqual([]);
  expect(() => connectDomain(config)).toThrow("needs a domain of your own");
});

test("a domain is connected where that is asked for", () => {
  const config = connectDomain(withSettings(built, own));
  expect(config.routes).toEqual([{ pattern: "sun.example", custom_domain: true }]);
  expect(findMissingSettings(config)).toEqual(["E-mails wait until MAIL_FROM is set."]);
});

test("an unknown jurisdiction, and a name that no Worker can have, are refused", () => {
  expect(() => withSettings(built, { ...own, DATA_JURISDICTION: "moon" })).toThrow("none of eu");
  expect(() => renameInstallation(built, "Staging!")).toThrow("HELIOPORT_NAME");
});
