import type { FormResult } from "../../../forms/use-own-form.ts";

/** What became of one of the settings' forms. */
export type SettingsResult = FormResult & {
  /** A secret for the site's logger, told this once. */
  loggerSecret?: string | null;
};
