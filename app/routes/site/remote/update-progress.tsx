import { Button } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { needsIdentity } from "#app/forms/identity.ts";
import { IdentityField } from "#app/forms/identity-field.tsx";
import { Outcome, Section } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useServerTime } from "#app/ui/server-clock.ts";
import { formatTimeText } from "#domain/units/date-text.ts";
import { MINUTE_S, SECOND_MS } from "#domain/units/durations.ts";
import { StepMark } from "../realtime/control/step-mark.tsx";
import { Refused } from "./refused.tsx";
import type { Awaited, RemoteExtra, RemoteSite, UpdateRecord, Updates } from "./remote-data.ts";
import { toneOf } from "./update-history.tsx";
import { UpdatePicture } from "./update-picture.tsx";
import { phaseOf, stepsOfUpdate, UPDATE_STEPS } from "./update-steps.ts";
import { useUpdateText } from "./use-update-text.ts";

type UpdateProgressProps = {
  record: UpdateRecord;
  awaited: Awaited;
  list: Updates["list"];
  site: RemoteSite;
  /** ms UTC */
  now: number;
  onDismiss: () => void;
  onChanged: () => void;
};

/** An update on its way: what has moved where, and its result in words. */
export function UpdateProgress(props: UpdateProgressProps) {
  const { record, awaited, list, site, onDismiss, onChanged } = props;
  const { t } = useTranslation("remote");
  const { componentText, nameOf, resultText } = useUpdateText(list);
  const now = useServerTime(props.now, SECOND_MS);
  const nowText = useNowText(site.timeZone);
  const phase = phaseOf(record, awaited, now);
  const steps = stepsOfUpdate(record, awaited, now);
  const text = resultText(record) ?? nowText(record, awaited, now);
  const [component, equipment] = [componentText(record.component), nameOf(record.address)];
  const isEnded = phase === "ended";
  return (
    <div data-progress={phase} data-result={record.result ?? undefined}>
      <Section
        stacked
        title={t("progress.title", { component, equipment })}
        text={[
          t("progress.versions", {
            from: record.fromVersion ?? t("history.unknownFrom"),
            to: record.version,
          }),
          record.by === "" ? t("progress.byDeleted") : t("progress.by", { name: record.by }),
        ].join(" · ")}
        {...(isEnded && {
          aside: (
            <Button size="sm" variant="outline" colorPalette="gray" onClick={onDismiss}>
              {t("progress.dismiss")}
            </Button>
          ),
        })}
      >
        <Columns>
          <ol aria-label={t("progress.steps")}>
            {steps.map((state, index) => (
              <StepMark key={UPDATE_STEPS[index]} state={state} last={index === steps.length - 1}>
                {t(`step.${UPDATE_STEPS[index] ?? "proof"}`)}
              </StepMark>
            ))}
          </ol>
          <div>
            <UpdatePicture {...{ record, awaited, now, phase, steps, text, equipment }} />
            <div aria-live="polite">
              {isEnded ? <Notice tone={toneOf(record)}>{text}</Notice> : <p data-now>{text}</p>}
              {record.message !== null && (
                <p data-message>{t("message", { message: record.message })}</p>
              )}
            </div>
            {phase === "waits" && <InstallForm updateId={record.updateId} onDone={onChanged} />}
          </div>
        </Columns>
      </Section>
    </div>
  );
}

/** Describes the present phase of an update. */
function useNowText(timeZone: string) {
  const { t, i18n } = useTranslation("remote");
  const { percent } = useUpdateText([]);
  const dateText = (at: number) => formatTimeText(at, timeZone, i18n.language);
  return (record: UpdateRecord, awaited: Awaited, now: number): string => {
    const phase = phaseOf(record, awaited, now);
    switch (phase) {
      case "ended":
        return "";
      case "transferring":
        return t("now.transferring", { percent: percent(record.progress) });
      case "waits":
        return t("now.waits", { time: dateText(awaited?.due ?? now) });
      case "proof":
        return t("now.proof", { time: timeLeft((awaited?.provenAt ?? now) - now) });
      default:
        return t(`now.${phase}`);
    }
  };
}

/** Minutes and seconds, such as 9:05, which are read from left to right. */
function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  const rest = `${seconds % MINUTE_S}`.padStart(2, "0");
  return `\u2066${Math.floor(seconds / MINUTE_S)}:${rest}\u2069`;
}

type InstallFormProps = { updateId: string; onDone: () => void };

/** Installs a file that waits for it. */
function InstallForm({ updateId, onDone }: InstallFormProps) {
  const { t } = useTranslation("remote");
  const form = useRef<HTMLDivElement>(null);
  const own = useOwnForm<RemoteExtra>(null, { drafts: "none", owns: () => false, onDone });
  const { busy, outcome, result } = own;
  const asksIdentity = needsIdentity(result);
  useEffect(() => {
    // Newer browsers return a promise, which React would call when the form is removed.
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <own.Form method="post" ref={own.form}>
      <div ref={form} data-install>
        <input type="hidden" name="updateId" value={updateId} />
        <p>{t("progress.installText")}</p>
        {asksIdentity && <IdentityField result={outcome} hasHint />}
        <Refused refusal={outcome?.refusal} />
        {!outcome?.refusal && !asksIdentity && <Outcome result={outcome} done="" />}
        <Button
          type="submit"
          name="intent"
          value="install"
          aria-disabled={busy}
          opacity={busy ? 0.6 : 1}
          onClick={(event) => busy && event.preventDefault()}
        >
          {t(busy ? "progress.installing" : "progress.install")}
        </Button>
      </div>
    </own.Form>
  );
}

const Columns = styled("div", {
  display: "grid",
  gap: "5",
  gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 15rem) minmax(0, 1fr)" },
  alignItems: "center",
  "& > ol": { listStyleType: "none" },
  "& > div": { display: "flex", flexDirection: "column", gap: "4", minW: "0" },
  "& [data-now]": { fontWeight: "medium", textAlign: { md: "center" } },
  "& [data-message]": { mt: "2", textStyle: "xs", color: "fg.muted", overflowWrap: "anywhere" },
  "& [data-install]": {
    display: "flex",
    flexDirection: "column",
    alignItems: { base: "normal", md: "center" },
    gap: "3",
    "& > p": { color: "fg.muted" },
  },
});
