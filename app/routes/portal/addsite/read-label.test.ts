import { expect, test } from "vitest";
import { readLabel } from "./read-label.ts";

const label = { sn: "HL2-2604-00187", checkCode: "SUN7-K4QM" };

test.each([
  "HL2-2604-00187 SUN7-K4QM",
  "HL2-2604-00187;sun7-k4qm\n",
  "HL2-2604-00187\tSUN7-K4QM",
  "SN:HL2-2604-00187 CODE:SUN7-K4QM",
  "S/N SN=HL2-2604-00187, check code: SUN7-K4QM",
  "https://portal.example/addsite?sn=HL2-2604-00187&code=SUN7-K4QM",
])("a label is read from %j", (text) => {
  expect(readLabel(text)).toEqual(label);
});

test.each(["", "HL2-2604-00187", "my name is Ana", "a b", "HL2-2604-00187 SUN7-K4QM more"])(
  "what is no label is pasted as it is: %j",
  (text) => {
    expect(readLabel(text)).toBe(null);
  },
);
