import { isRouteErrorResponse, Link } from "react-router";
import { PROBLEM_STATUS } from "#domain/problem.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { styleOf } from "../theme/fixed-class.ts";
import { styled } from "../theme/styled.tsx";
import { BrandMark } from "./icons/brand-mark.tsx";
import { LegalLinks } from "./legal-links.tsx";
import { PageTitle } from "./page-title.tsx";

type Kind = "notFound" | "tooFast" | "unavailable" | "fault";

/** Page for an error. It reveals no internal details. */
export function ErrorPage({ error }: { error: unknown }) {
  return <ErrorMessage kind={kindOf(error)} status={statusOf(error)} />;
}

export function ErrorMessage({ kind, status }: { kind: Kind; status: number }) {
  const { t } = useTranslation("errors");
  return (
    <Page>
      <main>
        <PageTitle page={t(`${kind}.title`)} />
        <BrandMark size="3.5rem" />
        <small>{status}</small>
        <h1>{t(`${kind}.title`)}</h1>
        <p>{t(`${kind}.text`)}</p>
        <div>
          {kind !== "notFound" && (
            <Reload type="button" onClick={() => location.reload()}>
              {t("reload")}
            </Reload>
          )}
          {kind === "notFound" ? (
            <ToSites className="chakra-button" to="/sitelist">
              {t("toSites")}
            </ToSites>
          ) : (
            <OrToSites className="chakra-button" to="/sitelist">
              {t("toSites")}
            </OrToSites>
          )}
        </div>
      </main>
      <LegalLinks />
    </Page>
  );
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : PROBLEM_STATUS.fault;
}

function kindOf(error: unknown): Kind {
  const status = statusOf(error);
  if (status === PROBLEM_STATUS.notFound) return "notFound";
  if (status === PROBLEM_STATUS.tooFast) return "tooFast";
  return status === PROBLEM_STATUS.unavailable ? "unavailable" : "fault";
}

const Page = styled("div", {
  display: "flex",
  flexDirection: "column",
  minH: "100dvh",
  "& > main": {
    display: "flex",
    flex: "1",
    flexDirection: "column",
    alignItems: "center",
    justifyContent: "center",
    gap: "4",
    px: "6",
    py: "16",
    textAlign: "center",
  },
  "& > main > svg": { mb: "2" },
  "& > main > small": { textStyle: "overline", color: "fg.subtle" },
  "& h1": { textStyle: "2xl", fontWeight: "semibold" },
  "& > main > p": { maxW: "lg", color: "fg.muted" },
  "& > main > div": {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "center",
    gap: "3",
    mt: "4",
  },
});

const Reload = styled("button", styleOf("button", { variant: "solid", size: "md" }));
const ToSites = styled(Link, styleOf("button", { variant: "solid", size: "md" }));
const OrToSites = styled(Link, styleOf("button", { variant: "outline", size: "md" }));
