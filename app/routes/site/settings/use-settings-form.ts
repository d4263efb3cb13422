import { useOwnForm } from "../../../forms/use-own-form.ts";
import type { SettingsResult } from "./settings-result.ts";

/** One of the settings' forms, by its intent. */
export function useSettingsForm(intent: string, options?: { resets?: boolean }) {
  return useOwnForm<SettingsResult>("settings", intent, options);
}
