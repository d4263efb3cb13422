import { type FormOptions, useOwnForm } from "../../../forms/use-own-form.ts";
import type { SettingsResult } from "./settings-result.ts";

/** One of the settings' forms, by its intent. */
export function useSettingsForm(intent: string, options?: FormOptions) {
  return useOwnForm<SettingsResult>("settings", intent, options);
}
