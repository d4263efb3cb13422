import type { ApiAnswer } from "#app/api/api-types.ts";

/** Users on one page of the list. */
export const USERS_PAGE = 25;

export const SEARCHES = ["account", "name"] as const;

export type ShownUser = ApiAnswer<"POST /platform/v2/user/get">;

/** Types of accounts with a text; others are users. */
export function typeName(type: number): "user" | "dealer" | "operator" {
  return type === 9 ? "operator" : type === 2 ? "dealer" : "user";
}
