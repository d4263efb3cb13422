import { Button } from "@chakra-ui/react";
import { Link } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { AddResult } from "./add-result.ts";
import { LoggerSecret } from "./logger-secret.tsx";

type AddedStepProps = NonNullable<AddResult["added"]>;

/** Confirms the new site. Its logger connects by itself or needs the secret that is shown here. */
export function AddedStep({ name, search, loggerSecret }: AddedStepProps) {
  const { t } = useTranslation("addsite");
  return (
    <>
      <Notice tone="good">{t("added.done", { name })}</Notice>
      {loggerSecret !== null && <LoggerSecret secret={loggerSecret} />}
      <p>{t("added.text")}</p>
      <Buttons>
        <Button asChild>
          <Link to={`/realtime${search}`}>{t("added.open")}</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to="/addsite" reloadDocument>
            {t("added.another")}
          </Link>
        </Button>
      </Buttons>
    </>
  );
}

const Buttons = styled("div", { display: "flex", flexWrap: "wrap", gap: "3" });
