import { Button } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { Section } from "#app/forms/section.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { styled } from "#app/theme/styled.tsx";
import { Avatar } from "#app/ui/avatar/avatar.tsx";
import { lazyComponent } from "#app/ui/lazy-component.tsx";

const AvatarDialog = lazyComponent(() => import("#app/ui/avatar/avatar-dialog.tsx"));

type AvatarSectionProps = { header: string | null; name: string; account: string };

export function AvatarSection({ header, name, account }: AvatarSectionProps) {
  const { t } = useTranslation("user");
  const [isOpen, setOpen] = useState<boolean | null>(null);
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
        <Button variant="outline" onClick={() => setOpen(true)}>
          {t("avatar.change")}
        </Button>
      </Who>
      {isOpen !== null && (
        <Suspense>
          <AvatarDialog open={isOpen} isDefault={header === null} onClose={() => setOpen(false)} />
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
