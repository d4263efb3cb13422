import { login } from "./login.ts";
import { logout } from "./logout.ts";

export const authOperations = [login, logout] as const;
