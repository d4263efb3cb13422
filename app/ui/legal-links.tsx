import { useTranslation } from "../i18n/use-translation.ts";
import { styled } from "../theme/styled.tsx";
import { useOperator } from "./use-operator.ts";

/** Footer of a page: who runs the portal, its contact, the terms of use and the privacy notice. */
export function LegalLinks() {
  const { t } = useTranslation();
  const { name, email } = useOperator();
  return (
    <Foot>
      {name !== null && <span>{t("legal.operatedBy", { name })}</span>}
      {email !== null && (
        <a href={`mailto:${email}`}>
          <bdi>{email}</bdi>
        </a>
      )}
      <Links aria-label={t("legal.label")}>
        <a href="/terms">{t("legal.terms")}</a>
        <a href="/privacy">{t("legal.privacy")}</a>
      </Links>
    </Foot>
  );
}

const Foot = styled("footer", {
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "center",
  columnGap: "5",
  rowGap: "1",
  px: "5",
  py: "4",
  textStyle: "xs",
  color: "fg.muted",
  overflowWrap: "anywhere",
  "& a": {
    color: "inherit",
    textDecoration: "underline",
    textUnderlineOffset: "3px",
    borderRadius: "sm",
    focusVisibleRing: "outside",
    _hover: { color: "fg" },
    "@media (pointer: coarse)": { py: "3.5" },
  },
});

const Links = styled("nav", { display: "flex", columnGap: "5" });
