import { Button, chakra, Flex, Input, Text } from "@chakra-ui/react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Notice } from "#app/ui/notice.tsx";

type ShareLinkProps = {
  link: string | null;
  siteName: string;
  views: number;
  /** Whether a new link is being created, so that this one must not be copied. */
  isStale: boolean;
};

/** The link, with buttons to copy it and to send it. */
export function ShareLink({ link, siteName, views, isStale }: ShareLinkProps) {
  const { t } = useTranslation("share");
  if (link === null) return <Notice tone="warning">{t("dialog.hidden")}</Notice>;
  return (
    <Flex
      direction="column"
      gap="3"
      aria-busy={isStale}
      visibility={isStale ? "hidden" : undefined}
    >
      <CopyField key={link} link={link} />
      <SocialLinks link={link} siteName={siteName} />
      <Text textStyle="xs" color="fg.muted">
        {t("dialog.views", { count: views })}
      </Text>
    </Flex>
  );
}

function CopyField({ link }: { link: string }) {
  const { t } = useTranslation("share");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => setCopied(await copyText(link, field.current));
  return (
    <div>
      <Text asChild display="block" textStyle="sm" fontWeight="medium" mb="1.5">
        <label htmlFor={id}>{t("dialog.link")}</label>
      </Text>
      <Flex gap="2">
        <Input
          id={id}
          ref={field}
          readOnly
          value={link}
          dir="ltr"
          fontFamily="mono"
          textStyle="xs"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Button onClick={copy} flexShrink="0">
          {t("dialog.copy")}
        </Button>
      </Flex>
      <Text
        role="status"
        textStyle="xs"
        mt={copied === null ? "0" : "1.5"}
        color={copied === false ? "fg.error" : "good"}
      >
        {copied !== null && t(copied ? "dialog.copied" : "dialog.copyFailed")}
      </Text>
    </div>
  );
}

/** Over plain http there is no clipboard API, but the browser's own command copies the selection. */
async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return document.execCommand("copy");
  }
}

/** Brand names are the same in every language. */
const WAYS: readonly { name: string; address: (link: string, text: string) => string }[] = [
  {
    name: "WhatsApp",
    address: (link, text) => `https://wa.me/?${new URLSearchParams({ text: `${text} ${link}` })}`,
  },
  {
    name: "Facebook",
    address: (link) =>
      `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`,
  },
  {
    name: "X",
    address: (link, text) =>
      `https://x.com/intent/post?${new URLSearchParams({ text, url: link })}`,
  },
];

function SocialLinks({ link, siteName }: { link: string; siteName: string }) {
  const { t } = useTranslation("share");
  const text = t("dialog.message", { site: siteName });
  const id = useId();
  const subject = encodeURIComponent(siteName);
  const body = encodeURIComponent(`${text} ${link}`);
  return (
    <Flex align="center" gap="2" wrap="wrap" textStyle="sm">
      <Text id={id} color="fg.muted">
        {t("dialog.social")}
      </Text>
      <Ways aria-labelledby={id}>
        {WAYS.map(({ name, address }) => (
          <li key={name}>
            <a
              href={address(link, text)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t("dialog.socialNewWindow", { name })}
            >
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href={`mailto:?subject=${subject}&body=${body}`}>{t("dialog.mail")}</a>
        </li>
      </Ways>
    </Flex>
  );
}

const Ways = chakra("ul", {
  base: {
    listStyleType: "none",
    display: "flex",
    flexWrap: "wrap",
    gap: "2",
    "& a": {
      display: "block",
      px: "3",
      py: "1",
      borderWidth: "1px",
      borderRadius: "full",
      focusVisibleRing: "outside",
      _hover: { bg: "bg.hover" },
    },
  },
});
