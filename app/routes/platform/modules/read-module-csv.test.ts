import { expect, test } from "vitest";
import { writeSecrets } from "./module-data.ts";
import { readModuleCsv } from "./read-module-csv.server.ts";

test("columns are read in any order, with any usual separator, quotes and a byte order mark", () => {
  for (const text of [
    "type,serial\nK1,A-0001\n\nK2, A-0002 \n",
    "\uFEFFtype;serial\r\nK1;A-0001\r\n\r\nK2;A-0002",
    'Type\tSERIAL\nK1\t"A-0001"\n\nK2\tA-0002',
  ])
    expect(readModuleCsv(text)).toEqual({
      lines: [
        { line: 2, module: { serial: "A-0001", type: "K1" } },
        { line: 4, module: { serial: "A-0002", type: "K2" } },
      ],
      faults: [],
    });
});

test("lines with another number of cells or broken quotes are named", () => {
  const text = 'serial,type\nA-0001,K1,x\nA-0002,K"1\nA-0003,"K1\nA-0004,K1';
  expect(readModuleCsv(text)).toMatchObject({
    faults: [
      { line: 2, fault: "wrongCells" },
      { line: 3, fault: "wrongQuotes" },
      { line: 4, fault: "wrongQuotes" },
    ],
  });
});

test("a text that is wrong as a whole has one fault with its limit", () => {
  expect(readModuleCsv(" ")).toEqual({ fault: "required" });
  for (const header of ["serial", "serial,type,type", "serial,type,price", "A-0001,K1"])
    expect(readModuleCsv(`${header}\n`), header).toEqual({ fault: "wrongColumns" });
  expect(readModuleCsv("serial,type\n")).toEqual({ fault: "noModules" });
  const many = `serial,type\n${"A-0001,K1\n".repeat(1_001)}`;
  expect(readModuleCsv(many)).toEqual({ fault: "tooMany:1000" });
  expect(readModuleCsv("x".repeat(300_001))).toEqual({ fault: "tooLong:300000" });
});

test("generated values are written as they are read", () => {
  const made = [{ serial: "A-0001", checkCode: "ABCDEFGH23", secret: "s".repeat(32) }];
  expect(writeSecrets(made)).toBe(
    `serial,check_code,secret\r\nA-0001,ABCDEFGH23,${"s".repeat(32)}\r\n`,
  );
});
