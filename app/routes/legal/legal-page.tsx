import { Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import { useOperator } from "#app/ui/use-operator.ts";
import { PublicFrame } from "../share/public-frame.tsx";

/** Page of the terms of use or the privacy notice; its last section names the operator. */
export function LegalPage(page: { title: string; text: string; children: ReactNode }) {
  const { title, text, children } = page;
  return (
    <PublicFrame>
      <PageTitle page={title} />
      <Article>
        <h1>{title}</h1>
        <Text color="fg.muted">{text}</Text>
        {children}
        <OperatorSection />
      </Article>
    </PublicFrame>
  );
}

function OperatorSection() {
  const { t } = useTranslation("legal");
  const { name, address, email } = useOperator();
  const isUnnamed = name === null && address === null && email === null;
  return (
    <section>
      <h2>{t("operator.title")}</h2>
      {isUnnamed ? (
        <p>{t("operator.unnamed")}</p>
      ) : (
        <address>
          {name !== null && <bdi>{name}</bdi>}
          {address !== null && <bdi>{address}</bdi>}
          {email !== null && (
            <a href={`mailto:${email}`}>
              <bdi>{email}</bdi>
            </a>
          )}
        </address>
      )}
    </section>
  );
}

const Article = styled("article", {
  maxW: "52rem",
  mx: "auto",
  overflowWrap: "anywhere",
  "& h1": { textStyle: "3xl", fontWeight: "semibold", mb: "2" },
  "& h2": { textStyle: "lg", fontWeight: "semibold", mt: "7", mb: "1.5" },
  "& ul": { listStyleType: "disc", ps: "5", display: "grid", gap: "1.5" },
  "& ul:has(> :only-child)": { listStyleType: "none", ps: "0" },
  "& address": { fontStyle: "normal", display: "grid", justifyItems: "start" },
  "& a": {
    color: "brand.fg",
    textDecoration: "underline",
    textUnderlineOffset: "3px",
    borderRadius: "sm",
    focusVisibleRing: "outside",
  },
});
