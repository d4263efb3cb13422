import { Button } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { Outcome, Section } from "#app/forms/section.tsx";
import { useOwnForm } from "#app/forms/use-own-form.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Avatar } from "#app/ui/avatar.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";

const AvatarDialog = lazyComponent(() => import("./avatar-dialog.tsx"));

type AvatarSectionProps = { header: string | null; name: string; account: string };

export function AvatarSection({ header, name, account }: AvatarSectionProps) {
  const { t } = useTranslation("user");
  const { submit, outcome } = useOwnForm("avatar", { drafts: "none" });
  const [dialog, setDialog] = useState<"unused" | "open" | "closed">("unused");
  const save = (path: string) => {
    setDialog("closed");
    void submit({ intent: "avatar", header: path }, { method: "post" });
  };
  return (
    <Section title={t("avatar.title")} text={t("avatar.text")}>
      <Who>
        <Avatar header={header} name={name} large />
        <div>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          <p>{account}</p>
        </div>
        <Button variant="outline" onClick={() => setDialog("open")}>
          {t("avatar.change")}
        </Button>
      </Who>
      <Outcome result={outcome} done={t("saved")} />
      {dialog !== "unused" && (
        <Suspense>
          <AvatarDialog
            open={dialog === "open"}
            isDefault={header === null}
            onClose={() => setDialog("closed")}
            onSave={save}
          />
        </Suspense>
      )}
    </Section>
  );
}

const Who = styled("div", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "4",
  "& > div": { flex: "1", minW: "40", overflowWrap: "anywhere" },
  "& strong": { fontWeight: "semibold" },
  "& p": { color: "fg.muted", textStyle: "sm" },
});
