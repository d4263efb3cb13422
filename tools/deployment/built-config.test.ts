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
    OPERATOR_NAME: "",
    OPERATOR_ADDRESS: "",
    OPERATOR_EMAIL: "",
    PRIVACY_URL: "",
    OTHER: "1",
  },
} as unknown as BuiltConfig;
const own = { PORTAL_ORIGIN: "https://sun.example" };
const operator = {
  OPERATOR_NAME: "Sun GmbH",
  OPERATOR_ADDRESS: "Sun Street 1, 12345 Berlin",
  OPERATOR_EMAIL: "help@sun.example",
};

test("an installation without settings is informed of the consequences", () => {
  expect(findMissingSettings(withSettings(built, own))).toEqual([
    "sun.example has to lead to the Worker: npm run deploy -- --connect-domain, or the dashboard.",
    "E-mails wait until MAIL_FROM is set.",
    "Terms, privacy notice and e-mails lack OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL of the operator.",
  ]);
});

test("a deployment is refused where the operator's details cannot be shown", () => {
  const long = { ...own, ...operator, OPERATOR_NAME: "x".repeat(101) };
  expect(() => withSettings(built, long)).toThrow(
    "OPERATOR_NAME has 101 characters; at most 100 are allowed",
  );
});

test("settings come from the environment, then from wrangler.toml, then from the deployed ones", () => {
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
  const named = { ...shared, ...operator, MAIL_FROM: "Sun <a@sun.example>" };
  const config = withSettings(built, named);
  expect(config.workers_dev).toBe(true);
  expect(findMissingSettings(config)).toEqual([]);
  expect(() => connectDomain(config)).toThrow("needs a domain of your own");
});

test("a domain is connected where that is asked for", () => {
  const config = connectDomain(withSettings(built, { ...own, ...operator }));
  expect(config.routes).toEqual([{ pattern: "sun.example", custom_domain: true }]);
  expect(findMissingSettings(config)).toEqual(["E-mails wait until MAIL_FROM is set."]);
});

test("an unknown jurisdiction, and a name that no Worker can have, are refused", () => {
  expect(() => withSettings(built, { ...own, DATA_JURISDICTION: "moon" })).toThrow("none of eu");
  expect(() => renameInstallation(built, "Staging!")).toThrow("HELIOPORT_NAME");
});
