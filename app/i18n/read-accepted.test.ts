import { expect, test } from "vitest";
import { readAccepted } from "./read-accepted.ts";

test.each([
  ["", []],
  ["de", ["de"]],
  ["de-AT,de;q=0.9,en;q=0.8", ["de-AT", "de", "en"]],
  ["en;q=0.2, fr ; q=0.7,ar", ["ar", "fr", "en"]],
  ["en;q=0,*;q=0.1", ["*"]],
  [";;q=x,,", []],
])("the languages of %j are %j", (header, languages) => {
  expect(readAccepted(header)).toEqual(languages);
});
