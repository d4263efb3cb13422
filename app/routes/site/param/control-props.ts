import type { Setting } from "./setting.ts";

/** Properties of the control of a setting. */
export type ControlProps = {
  id: string;
  setting: Setting;
  /** Input of the draft; null while the setting is not changed. */
  typed: string | null;
  isInvalid: boolean;
  /** Ids of the texts that describe the control. */
  describedBy: string | undefined;
  isReadOnly: boolean;
  name: string;
  onType: (typed: string) => void;
};
