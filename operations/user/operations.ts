import { addToGroup, deleteFromGroup, getGroupUsers } from "./group-users.ts";
import { updateBanner, updateHeader } from "./own-pictures.ts";
import { getUser, updateAlarmMails, updateLanguage, updateUser } from "./own-record.ts";
import { registerAccount, registerAccountAlias } from "./register.ts";
import { registerCaptcha } from "./register-captcha.ts";
import { sendEmailResetPassword } from "./send-reset-mail.ts";

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
] as const;
