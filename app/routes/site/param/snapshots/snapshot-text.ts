import type { ApiAnswer } from "#app/api/api-types.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatLocalTime } from "#domain/units/local-time.ts";

export type SnapshotHead = ApiAnswer<"POST /site/v2/setting/snapshots">["list"][number];

const REASONS = [
  "first connection",
  "before change",
  "before firmware",
  "after firmware",
  "daily",
] as const;

/** Texts of snapshots in the language of the page. */
export function useSnapshotText(timeZone: string) {
  const { t } = useTranslation("param");
  const reasonText = (reason: string) =>
    t(`snapshots.reason.${REASONS.find((one) => one === reason) ?? "daily"}`);
  /** Site time, which is read from left to right in every language. */
  const timeText = (at: number) => `\u2066${formatLocalTime(at, timeZone)}\u2069`;
  const nameOf = ({ at, reason }: SnapshotHead) => `${timeText(at)} · ${reasonText(reason)}`;
  return { reasonText, timeText, nameOf };
}
