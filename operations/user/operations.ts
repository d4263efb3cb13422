import { addToGroup, deleteFromGroup, getGroupUsers } from "./group-users.ts";
import { updateBanner, updateHeader } from "./own-pictures.ts";
import { getUser, updateAlarmMails, updateLanguage, updateUser } from "./own-record.ts";

export const userOperations = [
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
