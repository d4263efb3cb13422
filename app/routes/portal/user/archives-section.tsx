import { Button } from "@chakra-ui/react";
import { useEffect, useId, useRef } from "react";
import { Link, useRevalidator } from "react-router";
import type { ApiAnswer } from "#app/api/api-types.ts";
import { ConfirmButton } from "#app/forms/confirm-button.tsx";
import { ConfirmIdentity } from "#app/forms/confirm-identity.tsx";
import { Refusal } from "#app/forms/refusal.tsx";
import { Outcome, Section, Submit } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { usePolling } from "#app/ui/use-polling.ts";
import { SECOND_MS } from "#domain/units/durations.ts";
import { formatNumber } from "#domain/units/format-number.ts";
import { formatPercent } from "#domain/units/format-quantity.ts";
import { ArchiveImport } from "./archive-import.tsx";
import { useMoment } from "./use-moment.ts";

type Archive = ApiAnswer<"POST /user/v2/archive/list">["archives"][number];

/** Interval at which the progress is read, ms. */
const POLL_MS = 2 * SECOND_MS;
const MEGABYTE = 1_000_000;
/** Smallest size that is shown, MB. */
const MIN_SHOWN = 0.01;
const PERCENT = 100;

/** Orders an archive of the user's own data, imports one, and lists all archives of the user. */
export function ArchivesSection({ archives }: { archives: readonly Archive[] }) {
  const { t } = useTranslation("archives");
  const { revalidate } = useRevalidator();
  const part = useRef<HTMLDivElement>(null);
  const id = useId();
  const { Form, form, busy, result, outcome } = useOwnForm("addArchive", { drafts: "none" });
  const isActive = archives.some(({ phase }) => phase !== "done" && phase !== "receiving");
  usePolling(() => void revalidate(), isActive ? POLL_MS : null);
  // The page's texts load after the browser has looked for the anchor.
  useEffect(() => {
    if (location.hash === "#archives") part.current?.querySelector("h2")?.focus();
  }, []);
  return (
    <div id="archives" ref={part}>
      <Section title={t("title")} text={t("text")}>
        <Parts>
          <section aria-labelledby={`${id}-own`}>
            <h3 id={`${id}-own`}>{t("own.title")}</h3>
            <p>{t("own.text")}</p>
            <p>{t("own.sites")}</p>
            <Form method="post" ref={form} id={id} noValidate>
              <Outcome result={outcome} done={t("own.done")} />
              <ConfirmIdentity
                form={id}
                intent="addArchive"
                result={result}
                busy={busy}
                submit={t("own.submit")}
              />
              <Submit intent="addArchive" busy={busy}>
                {t("own.submit")}
              </Submit>
            </Form>
          </section>
          <ArchiveImport />
          {archives.length > 0 && (
            <ul aria-label={t("list")}>
              {archives.map((archive) => (
                <ArchiveRow key={archive.archiveId} archive={archive} />
              ))}
            </ul>
          )}
        </Parts>
      </Section>
    </div>
  );
}

function ArchiveRow({ archive }: { archive: Archive }) {
  const { t, i18n } = useTranslation("archives");
  const moment = useMoment();
  const { archiveId, kind, subject, name, phase, progress, size, expiresAt, failure } = archive;
  const isActive = phase !== "done";
  const isReady = kind === "export" && phase === "done" && failure === null;
  const title = kind === "import" ? t("kinds.import") : t(`kinds.${subject ?? "site"}`);
  const state = failure === null ? phase : "failed";
  const language = i18n.language;
  const shown = Math.max(MIN_SHOWN, size / MEGABYTE);
  return (
    <li>
      <div>
        <h4>
          {`${title} · `}
          <bdi>{name}</bdi>
        </h4>
        <p data-facts>
          <span data-state={state}>{t(`phases.${state}`)}</span>
          {isActive && <span>{formatPercent(Math.floor(progress * PERCENT), language)}</span>}
          {size > 0 && (
            <span>{t("size", { size: formatNumber(shown, language, { max: 2 }) })}</span>
          )}
          {isReady && expiresAt !== null && (
            <span>
              {t("until")} {moment(expiresAt)}
            </span>
          )}
        </p>
        {isActive && phase !== "receiving" && (
          <progress max={1} value={progress} aria-label={t("progress")} />
        )}
        <Failure archive={archive} />
        {archive.differences !== null && archive.differences > 0 && (
          <p>{t("differences", { count: archive.differences })}</p>
        )}
      </div>
      <div data-tools>
        {isReady && (
          // A form of the document, so that the browser downloads the file itself.
          <form method="post">
            <input type="hidden" name="archiveId" value={archiveId} />
            <Button
              type="submit"
              name="intent"
              value="downloadArchive"
              size="sm"
              aria-label={t("downloadOf", { name })}
            >
              {t("download")}
            </Button>
          </form>
        )}
        {archive.siteKey !== null && (
          <Button asChild size="sm" variant="outline">
            <Link to="/sitelist">{t("open")}</Link>
          </Button>
        )}
        <RemoveButton archiveId={archiveId} name={name} isActive={isActive} />
      </div>
    </li>
  );
}

function Failure({ archive: { failure, failureFile, failureRow } }: { archive: Archive }) {
  const { t } = useTranslation("archives");
  if (failure === null) return null;
  const file = failureFile ?? "";
  return (
    <>
      <p>{t(`failures.${failure}`)}</p>
      {file !== "" && (
        <p dir="auto">
          {failureRow === null
            ? t("refused", { file })
            : t("refusedRow", { file, row: failureRow })}
        </p>
      )}
    </>
  );
}

type RemoveButtonProps = { archiveId: number; name: string; isActive: boolean };

function RemoveButton({ archiveId, name, isActive }: RemoveButtonProps) {
  const { t } = useTranslation("archives");
  const own = useOwnForm(null, { drafts: "none" });
  return (
    <ConfirmButton
      text={isActive ? t("cancel") : t("delete")}
      label={t(isActive ? "cancelOf" : "deleteOf", { name })}
      question={isActive ? t("cancelQuestion") : t("deleteQuestion")}
      submit={isActive ? t("cancel") : t("delete")}
      intent="removeArchive"
      own={own}
      fields={<input type="hidden" name="archiveId" value={archiveId} />}
    >
      <Refusal result={own.outcome} />
    </ConfirmButton>
  );
}

const Parts = styled("div", {
  display: "flex",
  flexDirection: "column",
  gap: "6",
  textStyle: "sm",
  "& h3, & h4": { fontWeight: "semibold", overflowWrap: "anywhere" },
  "& > section": { display: "flex", flexDirection: "column", gap: "3" },
  "& > section > p": { color: "fg.muted" },
  "& > ul": { listStyleType: "none", display: "flex", flexDirection: "column", gap: "3" },
  "& > ul > li": {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 1fr) auto" },
    alignItems: "center",
    gap: "3",
    borderWidth: "1px",
    borderRadius: "lg",
    px: "4",
    py: "3",
  },
  "& [data-facts]": {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    rowGap: "1",
    color: "fg.muted",
  },
  "& [data-state]": { fontWeight: "medium", color: "info" },
  "& [data-state='done']": { color: "good" },
  "& [data-state='failed']": { color: "fault" },
  "& progress": { w: "full", h: "2", mt: "2", accentColor: "{colors.brand.solid}" },
  "& [data-tools]": { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3" },
});
