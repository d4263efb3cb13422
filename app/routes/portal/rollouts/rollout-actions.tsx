import { useId } from "react";
import { useNavigate } from "react-router";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { type Rollout, type RolloutExtra, rolloutAddress } from "./rollouts-data.ts";

/** Starts, confirms or undoes a rollout, as its state and its reader permit. */
export function RolloutActions({ rollout }: { rollout: Rollout }) {
  const { status, isOwn, isApproved, needsApproval } = rollout;
  if (status === "ready" && isOwn)
    return needsApproval && !isApproved ? null : <Start rollout={rollout} />;
  if (status === "ready" && !isOwn) return <Approve rollout={rollout} />;
  return isUndoable(rollout) ? <Undo rollout={rollout} /> : null;
}

/** Whether a rollout has ended and changed settings at any site. */
function isUndoable({ isOwn, task, endTime, sites }: Rollout): boolean {
  return (
    isOwn && endTime !== null && task.kind === "settings" && sites.succeeded + sites.failed > 0
  );
}

function Start({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation("rollouts");
  const { Form, form, busy, result, outcome } = useOwnForm("start", { drafts: "none" });
  const id = useId();
  const submit = t("start.submit", { count: rollout.sites.pending });
  return (
    <Form method="post" ref={form} id={id} noValidate>
      <input type="hidden" name="rolloutId" value={rollout.rolloutId} />
      <StartFrame>
        <Outcome result={outcome} done="" />
        <ConfirmIdentity form={id} intent="start" submit={submit} result={result} busy={busy} />
        <Submit intent="start" busy={busy}>
          {submit}
        </Submit>
        <p>{t("start.hint")}</p>
      </StartFrame>
    </Form>
  );
}

function Approve({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation("rollouts");
  const { Form, form, busy, result, outcome } = useOwnForm("approve", { drafts: "none" });
  const id = useId();
  const { by, isApproved } = rollout;
  if (isApproved) return null;
  return (
    <Section
      stacked
      title={t("approval.title")}
      text={by === "" ? t("approval.textDeleted") : t("approval.text", { name: by })}
    >
      <Form method="post" ref={form} id={id} noValidate>
        <input type="hidden" name="rolloutId" value={rollout.rolloutId} />
        <Outcome result={outcome} done={t("approval.done")} />
        <ConfirmIdentity
          form={id}
          intent="approve"
          submit={t("approval.submit")}
          result={result}
          busy={busy}
        />
        <Submit intent="approve" busy={busy}>
          {t("approval.submit")}
        </Submit>
      </Form>
    </Section>
  );
}

function Undo({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation("rollouts");
  const navigate = useNavigate();
  const { Form, form, busy, outcome } = useOwnForm<RolloutExtra>("undo", {
    drafts: "none",
    onDone: ({ rolloutId }) => rolloutId !== undefined && void navigate(rolloutAddress(rolloutId)),
  });
  return (
    <Section stacked title={t("undo.submit")} text={t("undo.text")}>
      <Form method="post" ref={form} noValidate>
        <input type="hidden" name="rolloutId" value={rollout.rolloutId} />
        <Outcome result={outcome} done="" />
        <Submit intent="undo" busy={busy}>
          {t("undo.submit")}
        </Submit>
      </Form>
    </Section>
  );
}

const StartFrame = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "3",
  "& > [aria-live]:not(:empty)": { flexBasis: "100%" },
  "& > p": { color: "fg.muted" },
});
