import { activate } from "./activate.ts";
import { enterDemo, hasDemo } from "./enter-demo.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { resetPassword } from "./reset-password.ts";

export const authOperations = [login, logout, activate, resetPassword, hasDemo, enterDemo] as const;
