import { expect, test } from "vitest";
import { searchForms } from "./search-forms.ts";

/** Searches as a query does: `lower` of SQLite changes only ASCII letters. */
const finds = (search: string, text: string) =>
  searchForms(search).some((form) =>
    text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).includes(form),
  );

test("an ASCII text has one spelling", () => {
  expect(searchForms("Inverter 7")).toEqual(["inverter 7"]);
});

test("letters beyond ASCII are found regardless of case", () => {
  const names = ["Überlingen Süd", "ÜBERLINGEN SÜD", "überlingen süd", "Солнце Юг", "Éolienne"];
  const searches = ["überlingen s", "ÜBERLINGEN", "Süd", "солнце", "ЮГ", "éo", "ÉOLIENNE"];
  const found = searches.map((search) => names.filter((name) => finds(search, name)));
  const [german, russian, french] = [names.slice(0, 3), names.slice(3, 4), names.slice(4)];
  expect(found).toEqual([german, german, german, russian, russian, french, french]);
});

test("scripts without case are found as they are", () => {
  expect([finds("بطارية", "بطارية 1"), finds("电池", "电池 1"), finds("电", "逆变器")]).toEqual([
    true,
    true,
    false,
  ]);
});
