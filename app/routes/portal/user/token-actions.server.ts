import { call } from "#app/backend.server.ts";
import { valuesIn } from "#app/forms/perform-form.server.ts";
import { textOf } from "#app/forms/read-form.server.ts";
import { callForPage } from "#app/guard.server.ts";
import type { TokenScope } from "#domain/sessions/access-token.ts";
import type { Route } from "./+types/page";
import { ENTER, FOUND_AT_A_TIME, readSite, type TokenSite } from "./token-sites.ts";

type Args = Route.ActionArgs;

const MAX_SEARCH_LENGTH = 100;
const MAX_PAGE = 1_000_000;

/** Whether the form searches for sites: by its buttons, or by Enter with a search text. */
export function isSearch(form: FormData): boolean {
  if (form.has("find")) return true;
  const isChoosing = textOf(form, "intent") === ENTER && textOf(form, "reach") === "some";
  return isChoosing && textOf(form, "search").trim() !== textOf(form, "searched");
}

/** Sites that are selected in the form. */
export function chosenIn(form: FormData): TokenSite[] {
  const carried = form.getAll("site").map((value) => (typeof value === "string" ? value : ""));
  return carried.map(readSite).filter((site) => site !== null);
}

/** Creates a token, which is shown only once. */
export async function addToken(form: FormData, { context }: Args) {
  const isForSome = textOf(form, "reach") === "some";
  const { token, name } = await call(context, "POST /user/v2/token/add", {
    name: textOf(form, "name"),
    scope: textOf(form, "scope") as TokenScope,
    days: Number(textOf(form, "days")),
    siteIds: isForSome ? chosenIn(form).map(({ id }) => id) : null,
  });
  return { values: { token, name } };
}

/** Returns a page of search results and keeps the other fields of the form. */
export async function findSites(form: FormData, args: Args) {
  const search = textOf(form, "search").trim().slice(0, MAX_SEARCH_LENGTH);
  const wanted = Number(textOf(form, "find"));
  const page = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), MAX_PAGE) : 1;
  const { list, total } = await callForPage(
    args,
    "POST /site/v4/getBriefListBySearchFilterAndReorder",
    { search, page, size: FOUND_AT_A_TIME },
  );
  const shown = list.map(({ id, name, location }) => ({ id, name, location }));
  const found = { search, total, page, list: shown };
  const sites = { chosen: chosenIn(form), found };
  return { values: valuesIn(form), sites };
}
