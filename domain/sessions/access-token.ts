/** The scope of a personal access token, within the permissions of its user: each scope includes the previous ones. */
export const TOKEN_SCOPES = ["read", "control", "manage"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** How a personal access token begins (API contract, "Who is calling"). */
export const ACCESS_TOKEN_PREFIX = "hp_";

/** A token lives at most this many days. */
export const MAX_TOKEN_DAYS = 365;
/** Maximum number of tokens of a user. */
export const MAX_TOKENS = 50;
/** Maximum number of sites of a token that is not valid for all. */
export const MAX_TOKEN_SITES = 100;
