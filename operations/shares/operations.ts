import { getByShareAccount, shareLogin } from "./enter-share.ts";
import { listWorld } from "./list-world.ts";
import {
  addSiteShare,
  deleteShare,
  getShare,
  hideShareLocation,
  renewShare,
  showShareInWorld,
  updateSharePassword,
} from "./manage-share.ts";

export const shareOperations = [
  getShare,
  addSiteShare,
  deleteShare,
  renewShare,
  updateSharePassword,
  hideShareLocation,
  showShareInWorld,
  getByShareAccount,
  shareLogin,
  listWorld,
] as const;
