import fc from "fast-check";
import { expect, test } from "vitest";
import { checkCode, isLongCheckCode } from "./check-code.ts";
import { CODE_LENGTH, makeCheckCode, moduleType } from "./module-secrets.ts";

test("every generated check code is long enough, and is read as it was made", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: CODE_LENGTH, maxLength: CODE_LENGTH }), (bytes) => {
      const code = makeCheckCode(bytes);
      expect(checkCode.parse(code.toLowerCase())).toBe(code);
      expect(isLongCheckCode(code)).toBe(true);
      expect(code).not.toMatch(/[01IO]/);
    }),
  );
});

test("a model name has 1 to 40 printable characters", () => {
  expect(moduleType.parse(" K1 ")).toBe("K1");
  for (const wrong of ["", " ", "x".repeat(41), "a\u0007b"])
    expect(moduleType.safeParse(wrong).success, wrong).toBe(false);
});
