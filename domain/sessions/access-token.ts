/** What a personal access token may do, within what its person may: each scope holds those before it. */
export const TOKEN_SCOPES = ["read", "control", "manage"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** How a personal access token begins (API contract, "Who is calling"). */
export const ACCESS_TOKEN_PREFIX = "hp_";

/** A token lives at most this many days. */
export const MAX_TOKEN_DAYS = 365;
/** A person has at most this many at a time … */
export const MAX_TOKENS = 50;
/** … each for at most this many sites, or for all of them. */
export const MAX_TOKEN_SITES = 100;
