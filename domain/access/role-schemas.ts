import { z } from "zod";
import { SITE_ROLE, USER_TYPE } from "./roles.ts";

// Not in `roles.ts`, whose names browsers load, too: zod is larger than a page.

export const siteRole = z.union([
  z.literal(SITE_ROLE.none),
  z.literal(SITE_ROLE.administrator),
  z.literal(SITE_ROLE.full),
  z.literal(SITE_ROLE.monitor),
]);

export const memberRole = z.union([
  z.literal(SITE_ROLE.administrator),
  z.literal(SITE_ROLE.full),
  z.literal(SITE_ROLE.monitor),
]);

export const userType = z.union([
  z.literal(USER_TYPE.ordinary),
  z.literal(USER_TYPE.dealer),
  z.literal(USER_TYPE.platformAdministrator),
]);
