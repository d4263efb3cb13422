import { emailCaptcha, emailVerify, updateAccountAndEmail } from "./change-email.ts";
import { deleteAccount } from "./delete-account.ts";
import { addToGroup, deleteFromGroup, getGroupUsers } from "./group-users.ts";
import { updateBanner, updateHeader } from "./own-pictures.ts";
import { getUser, updateAlarmMails, updateLanguage, updateUser } from "./own-record.ts";
import { registerAccount, registerAccountAlias } from "./register.ts";
import { registerCaptcha } from "./register-captcha.ts";
import { sendEmailResetPassword } from "./send-reset-mail.ts";
import { updatePassword } from "./update-password.ts";

export const userOperations = [
  registerCaptcha,
  registerAccount,
  registerAccountAlias,
  sendEmailResetPassword,
  getUser,
  updateUser,
  updateLanguage,
  updateAlarmMails,
  updateHeader,
  updateBanner,
  getGroupUsers,
  addToGroup,
  deleteFromGroup,
  updatePassword,
  emailCaptcha,
  emailVerify,
  updateAccountAndEmail,
  deleteAccount,
] as const;
