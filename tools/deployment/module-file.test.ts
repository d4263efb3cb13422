import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digest } from "#protocol/keys/digest.ts";
import { Failure } from "../failure.ts";
import { readModuleFile } from "./module-file.ts";

const SECRET = "Zk3vQ0w8mR5yT1uN7pL2xA";
const OTHER = "aB9cD8eF7gH6iJ5kL4mN3o";
const [check, secret] = [digest("A1B2-C3D4"), digest(SECRET)];

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "helioport-modules-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

function write(content: string | Uint8Array): string {
  const path = join(directory, "modules.csv");
  writeFileSync(path, content);
  return path;
}

function refusal(content: string | Uint8Array, form: "plain" | "hashed" = "hashed") {
  try {
    readModuleFile(write(content), form);
  } catch (error) {
    if (error instanceof Failure) return { message: error.message, details: error.details };
    throw error;
  }
  throw new Error("it was taken");
}

test("hashes are stored unchanged, in any order of the columns", () => {
  const text = `secret_hash,serial,type,check_hash\n${secret},HP-0001,Kinergy II,${check}\n`;
  expect(readModuleFile(write(text), "hashed")).toEqual([
    { line: 2, serial: "HP-0001", type: "Kinergy II", checkHash: check, secretHash: secret },
  ]);
});

test("check codes and secrets are hashed, codes in capitals", () => {
  const text = `Serial,Type,Check_Code,Secret\nHP-0001,E4,a1b2-c3d4,${SECRET}\n`;
  expect(readModuleFile(write(text), "plain")).toEqual([
    { line: 2, serial: "HP-0001", type: "E4", checkHash: check, secretHash: secret },
  ]);
});

test("a file as spreadsheets write it is read", () => {
  const text = `\uFEFFserial;type;check_code;secret\r\n"HP-0001"; "E4; ""old""" ;A1B2-C3D4;${SECRET}\r\n\r\n`;
  expect(readModuleFile(write(text), "plain")).toEqual([
    { line: 2, serial: "HP-0001", type: 'E4; "old"', checkHash: check, secretHash: secret },
  ]);
});

test("a check code of less than eight letters and digits is read, and marked; hyphens do not count", () => {
  const rows = `HP-0001,E4,A1-B2-C3,${SECRET}\nHP-0002,E4,A1B2C3D4,${OTHER}\n`;
  const modules = readModuleFile(write(`serial,type,check_code,secret\n${rows}`), "plain");
  expect(modules.map(({ hasShortCode }) => hasShortCode)).toEqual([true, undefined]);
});

test("every invalid line is reported with its number and its reasons", () => {
  const good = `${check},${secret}`;
  const { message, details } = refusal(
    [
      "serial,type,check_hash,secret_hash",
      `HP-0001,E4,${good}`,
      `hp-0002,,${good}`,
      "",
      `HP-0003,E4,${check}`,
      `HP-0004,E"4",${good}`,
      `HP-0001,E4,${check},${digest(OTHER)}`,
      `HP-0005,E4,${good}`,
      `HP-0006,E4,${check.slice(1)}B,${"0".repeat(64)}`,
    ].join("\n"),
  );
  expect(details).toEqual([
    "line 3: serial is not 6 to 32 of A-Z, 0-9 and hyphen; type is not 1 to 40 characters",
    "line 5: it has 3 of 4 columns",
    "line 6: its quotes are not as CSV has them",
    "line 7: its serial is that of line 2",
    "line 8: its secret is that of line 2",
    "line 9: check_hash is not a SHA-256 in base64url; secret_hash is not a SHA-256 in base64url",
  ]);
  expect(message).toMatch(/modules\.csv: 6 lines are wrong; nothing was written\.$/);
});

test("unterminated quotes are reported without their content", () => {
  const rows = `HP-0001,E4,"A1B2,${SECRET}\nHP-0002,E4,A1B2,${OTHER}\n`;
  expect(refusal(`serial,type,check_code,secret\n${rows}`, "plain")).toEqual({
    message: expect.stringMatching(/1 line is wrong; nothing was written\.$/),
    details: ["line 2: its quotes are not as CSV has them"],
  });
});

test("an error in a secret does not show it", () => {
  const text = `serial,type,check_code,secret\nHP-0001,E4,A1,short-secret\n${SECRET},E4,"A1B2"x,${OTHER}\n${SECRET}`;
  const reported = JSON.stringify(refusal(text, "plain"));
  expect(reported).toContain(
    "line 2: check_code is not 4 to 32 letters, digits and hyphens; secret",
  );
  for (const private_ of ["short-secret", SECRET, OTHER]) expect(reported).not.toContain(private_);
});

test.each([
  ["serial,type,check_code,secret\n", "hashed", "With --plain it is imported"],
  ["serial,type,check_hash,secret_hash\n", "plain", "leave --plain out"],
  [`HP-0001,E4,A1B2,${SECRET}\n`, "plain", "line 1 has to name the columns, in any order: serial,"],
  ["serial,serial,type,secret\n", "plain", "line 1 has to name the columns"],
  ["", "plain", "line 1 has to name the columns"],
  ["serial,type,check_code,secret\n\n", "plain", "has no modules"],
  [new Uint8Array([0xff, 0xfe, 0x73, 0]), "plain", "cannot be read: it is not UTF-8"],
] as const)("a file as a whole is refused in a line: %j", (content, form, line) => {
  const { message, details } = refusal(content, form);
  expect(message).toContain(line);
  expect(message).not.toContain(SECRET);
  expect(details).toEqual([]);
});

test("a missing file is reported by its name", () => {
  expect(() => readModuleFile("nowhere.csv", "plain")).toThrow("nowhere.csv cannot be read");
});
