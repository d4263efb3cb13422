import { expect, test } from "vitest";
import { splitAddresses } from "./email-address.ts";

test.each([
  ["a@b.de, c@d.de;e@f.de\ng@h.de"],
  ["a@b.de，c@d.de；e@f.de、g@h.de"],
  ["a@b.de، c@d.de؛ e@f.de\u3000g@h.de،"],
])("a list of addresses is split at the commas and semicolons of each script: %s", (typed) => {
  expect(splitAddresses(typed)).toEqual(["a@b.de", "c@d.de", "e@f.de", "g@h.de"]);
});

test("an empty list has no addresses", () => {
  expect(splitAddresses(" ， ; ")).toEqual([]);
});
