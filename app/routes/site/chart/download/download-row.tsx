import { Button } from "@chakra-ui/react";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { ConfirmButton } from "#app/forms/confirm-button.tsx";
import { Refusal } from "#app/forms/refusal.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Moment } from "#app/ui/moment.tsx";
import { formatNumber } from "#domain/units/format-number.ts";
import { formatPercent } from "#domain/units/format-quantity.ts";

export type DownloadTask =
  ApiAnswer<"POST /site/v1/chart/overallStats/exportTask/list">["rows"][number];

const MEGABYTE = 1_000_000;
/** Smallest size that is shown, MB. */
const MIN_SHOWN = 0.01;
const PERCENT = 100;

/** One export: what it contains, its state or progress, and what the user may do with it. */
export function DownloadRow({ task, timeZone }: { task: DownloadTask; timeZone: string }) {
  const { t, i18n } = useTranslation("exports");
  const { taskId, kind, interval, format, state, failure, progress, rows, size, expiresAt } = task;
  const language = i18n.language;
  const isPreparing = state === "preparing";
  const isReady = state === "downloadable" || state === "downloaded";
  const share = formatPercent(Math.floor(progress * PERCENT), language);
  return (
    <li>
      <div>
        <h3>{`${t(`kinds.${kind}`)} · ${t(`formats.${format}`)}`}</h3>
        <p data-facts>
          <span>
            <Moment at={task.startDateTime} timeZone={timeZone} dayOnly />
            {" – "}
            <Moment at={task.endDateTime - 1} timeZone={timeZone} dayOnly />
          </span>
          <span>{t(`intervals.${interval}`)}</span>
          {rows > 0 && <span>{t("rows", { count: rows })}</span>}
          {size > 0 && (
            <span>
              {t("size", {
                size: formatNumber(Math.max(MIN_SHOWN, size / MEGABYTE), language, { max: 2 }),
              })}
            </span>
          )}
        </p>
        <p data-facts>
          <span data-state={state}>{t(`states.${state}`)}</span>
          {isPreparing && <span>{share}</span>}
          {expiresAt !== null && isReady && (
            <span>
              {t("until")} <Moment at={expiresAt} timeZone={timeZone} />
            </span>
          )}
        </p>
        {isPreparing && <progress max={1} value={progress} aria-label={t("progress")} />}
        {failure !== null && <p>{t(`failures.${failure}`)}</p>}
      </div>
      <div data-tools>
        {isReady && (
          // A form of the document, so that the browser downloads the file itself.
          <form method="post">
            <input type="hidden" name="taskId" value={taskId} />
            <Button
              type="submit"
              name="intent"
              value="download"
              size="sm"
              aria-label={t("downloadOf", { number: taskId })}
            >
              {t("download")}
            </Button>
          </form>
        )}
        <RemoveButton taskId={taskId} isPreparing={isPreparing} />
      </div>
    </li>
  );
}

function RemoveButton({ taskId, isPreparing }: { taskId: number; isPreparing: boolean }) {
  const { t } = useTranslation("exports");
  const own = useOwnForm(null, { drafts: "none" });
  return (
    <ConfirmButton
      text={isPreparing ? t("cancel") : t("delete")}
      label={t(isPreparing ? "cancelOf" : "deleteOf", { number: taskId })}
      question={isPreparing ? t("cancelQuestion") : t("deleteQuestion")}
      submit={isPreparing ? t("cancel") : t("delete")}
      intent="remove"
      own={own}
      fields={<input type="hidden" name="taskId" value={taskId} />}
    >
      <Refusal result={own.outcome} />
    </ConfirmButton>
  );
}
