import { expect, test } from "vitest";
import { OPERATOR_SETTINGS, readOperator, UNNAMED_OPERATOR } from "./operator.ts";

test("an operator is read from its settings, and missing ones are null", () => {
  const set = {
    OPERATOR_NAME: " Sun GmbH ",
    OPERATOR_ADDRESS: "Sun Street 1, 12345 Berlin",
    OPERATOR_EMAIL: "help@sun.example",
    PRIVACY_URL: "https://sun.example/privacy",
  };
  expect(Object.keys(set)).toEqual(OPERATOR_SETTINGS);
  expect(readOperator(set)).toEqual({
    name: "Sun GmbH",
    address: "Sun Street 1, 12345 Berlin",
    email: "help@sun.example",
    privacyUrl: "https://sun.example/privacy",
  });
  const unset = { name: null, address: null, email: null, privacyUrl: null };
  expect(UNNAMED_OPERATOR).toEqual(unset);
  expect(readOperator({ OPERATOR_NAME: "", OPERATOR_EMAIL: "" })).toEqual(unset);
});

test("the privacy notice's address is kept in the form that headers take", () => {
  const { privacyUrl } = readOperator({ PRIVACY_URL: "https://münchen.example/p" });
  expect(privacyUrl).toBe("https://xn--mnchen-3ya.example/p");
});

test.each([
  [{ OPERATOR_NAME: "x".repeat(101) }, "OPERATOR_NAME has 101 characters; at most 100 are allowed"],
  [{ OPERATOR_ADDRESS: "x".repeat(301) }, "OPERATOR_ADDRESS has 301 characters; at most 300"],
  [{ OPERATOR_ADDRESS: "Sun Street 1\nBerlin" }, "OPERATOR_ADDRESS is not one line"],
  [{ OPERATOR_EMAIL: "sun.example" }, "OPERATOR_EMAIL is not an e-mail address"],
  [{ OPERATOR_EMAIL: `${"x".repeat(250)}@sun.example` }, "at most 254 are allowed"],
  [{ PRIVACY_URL: "http://sun.example" }, "PRIVACY_URL is not an address that begins with https"],
  [{ PRIVACY_URL: "https:sun.example" }, "PRIVACY_URL is not an address that begins with https"],
  [{ PRIVACY_URL: "javascript:alert(1)" }, "PRIVACY_URL is not an address"],
  [{ PRIVACY_URL: `https://sun.example/${"x".repeat(500)}` }, "at most 500 are allowed"],
])("a setting that cannot be shown is refused with its name and limit: %o", (values, message) => {
  expect(() => readOperator(values)).toThrow(message);
});
