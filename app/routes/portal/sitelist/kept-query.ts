import { type ListQuery, listAddress, readListQuery } from "./list-query.ts";

/** Session cookie with the query of the list that was shown last in this browser; absent for the plain list. */
export const LIST_COOKIE = "helioport_list";
const PLAIN = "/sitelist";

/** Returns the cookie that keeps a query, or ends it for the plain list; the selection of sites is not kept. */
export function keepQuery(query: ListQuery): string {
  const address = listAddress(query, { page: query.page, picking: false });
  return writeCookie(address.slice(PLAIN.length + 1));
}

/** Returns the cookie that ends a kept query, for the next user of the browser. */
export function endKeptQuery(): string {
  return writeCookie("");
}

/** Returns the address of the list with the kept query; invalid parts are ignored. */
export function readKeptQuery(cookie: string | null): string {
  const query = readListQuery(new URLSearchParams(cookie ?? ""));
  return listAddress(query, { page: query.page, picking: false });
}

/** The text of a query has no character that ends a cookie. */
function writeCookie(text: string): string {
  return `${LIST_COOKIE}=${text}; path=/; HttpOnly; SameSite=Lax${text === "" ? "; max-age=0" : ""}`;
}
