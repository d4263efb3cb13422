import { expect, test } from "vitest";
import { findFaults } from "./read-table.ts";

test("a table for spreadsheets has only cells, equally many in each row, and no formula", () => {
  const head = '\ufeff"Name","Power"\r\n';
  expect(
    findFaults(`${head}"A ""roof"", new","-12.5"\r\n"'=1+1","a\r\nb"\r\n"",-7.5\r\n,\r\n`),
  ).toEqual([]);
  expect(findFaults(`${head}"=1+1","-1"\r\n`)).toEqual(["a formula: =1+1"]);
  expect(findFaults(`${head}"\u202e@SUM(A1)","-x"\r\n`)).toHaveLength(2);
  expect(findFaults(`${head}"A"\r\n`)).toEqual(["rows of 2, 1 cells"]);
  expect(findFaults(`${head}"A" ,"1"\r\n`)[0]).toMatch("in no cell");
});
