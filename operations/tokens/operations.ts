import { deleteSession, listOwnSessions } from "./sessions.ts";
import { addToken, deleteToken, listTokens } from "./tokens.ts";

export const tokenOperations = [
  listTokens,
  addToken,
  deleteToken,
  listOwnSessions,
  deleteSession,
] as const;
