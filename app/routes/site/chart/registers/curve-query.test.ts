import { expect, test } from "vitest";
import { readCurveQuery, writeCurveQuery } from "./curve-query.ts";

test("the selection survives a reload, beside the key of the site", () => {
  const shown = { addresses: ["FFFF000100", "0033110101"], span: { from: 1_000, to: 2_000 } };
  const written = writeCurveQuery(new URLSearchParams("key=abc&role=x"), shown);
  const query = new URLSearchParams(written);
  expect(query.get("key")).toBe("abc");
  expect(readCurveQuery(query)).toEqual(shown);
});

test.each(["r=%3Cscript%3E,1&from=x&to=2", "r=&from=5&to=5", "from=9&to=1"])(
  "%s says nothing",
  (query) => {
    expect(readCurveQuery(new URLSearchParams(query))).toEqual({ addresses: [], span: null });
  },
);
