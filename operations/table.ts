import { login } from "./auth/login.ts";
import { logout } from "./auth/logout.ts";
import { getSiteById, getSiteBySn } from "./sites/get-site.ts";
import { listSitesBrief, listSitesPaged, listSitesUnpaged } from "./sites/list-sites.ts";
import { socketTicket } from "./sites/socket-ticket.ts";

/** The only list of all operations. */
export const operations = [
  login,
  logout,
  listSitesPaged,
  listSitesUnpaged,
  listSitesBrief,
  getSiteById,
  getSiteBySn,
  socketTicket,
] as const;
