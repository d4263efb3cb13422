import type { FormResult } from "../../../forms/use-own-form.ts";

/** Result of one of the settings' forms. */
export type SettingsResult = FormResult & {
  /** A secret for the site's logger, which is shown only once. */
  loggerSecret?: string | null;
};
