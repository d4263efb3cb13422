/** Scopes of personal access tokens, within the permissions of their user; each scope includes the previous ones. */
export const TOKEN_SCOPES = ["read", "control", "manage"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Prefix of personal access tokens (API contract, "Who is calling"). */
export const ACCESS_TOKEN_PREFIX = "hp_";

/** Maximum lifetime of a token, days. */
export const MAX_TOKEN_DAYS = 365;
/** Maximum number of tokens of a user. */
export const MAX_TOKENS = 50;
/** Maximum number of sites of a token that is limited to sites. */
export const MAX_TOKEN_SITES = 100;
