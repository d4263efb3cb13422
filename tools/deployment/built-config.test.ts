import { expect, test } from "vitest";
import { type BuiltConfig, findMissingSettings, withSettings } from "./built-config.ts";

const built = {
  name: "helioport",
  vars: { PORTAL_ORIGIN: "http://localhost:8787", MAIL_FROM: "", OTHER: "1" },
} as unknown as BuiltConfig;

test("an installation without settings is told what that means", () => {
  expect(findMissingSettings(withSettings(built, {}))).toEqual([
    "Links in e-mails lead to localhost until PORTAL_ORIGIN is set.",
    "E-mails wait until MAIL_FROM is set.",
  ]);
});

test("settings of the environment take the place of those of wrangler.toml", () => {
  const given = { PORTAL_ORIGIN: "https://sun.example", MAIL_FROM: "Sun <a@sun.example>", X: "2" };
  const config = withSettings(built, given);
  expect(config.vars).toEqual({
    PORTAL_ORIGIN: "https://sun.example",
    MAIL_FROM: "Sun <a@sun.example>",
    OTHER: "1",
  });
  expect(findMissingSettings(config)).toEqual([]);
});
