/** What a personal access token may do, within what its person may: each scope holds those before it. */
export const TOKEN_SCOPES = ["read", "control", "manage"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** How a personal access token begins (API contract, "Who is calling"). */
export const ACCESS_TOKEN_PREFIX = "hp_";
