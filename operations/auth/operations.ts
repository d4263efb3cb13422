import { activate } from "./activate.ts";
import { confirmIdentity } from "./confirm.ts";
import { enterDemo, hasDemo } from "./enter-demo.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { resetPassword } from "./reset-password.ts";

export const authOperations = [
  login,
  logout,
  confirmIdentity,
  activate,
  resetPassword,
  hasDemo,
  enterDemo,
] as const;
