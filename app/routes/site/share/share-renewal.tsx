import { Button, Flex, Text } from "@chakra-ui/react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";

type ShareRenewalProps = { isBusy: boolean; isDone: boolean; onRenew: () => void };

/** Renews the share link after a confirmation in place, because the old link cannot be restored. */
export function ShareRenewal({ isBusy, isDone, onRenew }: ShareRenewalProps) {
  const { t } = useTranslation("share");
  const [isAsking, setAsking] = useState<boolean | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The element that had the focus was removed.
    if (isAsking === false) opener.current?.focus();
  }, [isAsking]);
  const renew = () => {
    setAsking(false);
    onRenew();
  };
  return (
    <Flex direction="column" gap="2" align="flex-start">
      {isAsking ? (
        <Question isBusy={isBusy} onRenew={renew} onCancel={() => setAsking(false)} />
      ) : (
        <Button
          ref={opener}
          size="sm"
          variant="outline"
          colorPalette="gray"
          onClick={() => setAsking(true)}
        >
          {t("dialog.renew")}
        </Button>
      )}
      <Text role="status" textStyle="xs" color="good" _empty={{ display: "none" }}>
        {isDone && !isAsking && t("dialog.renewed")}
      </Text>
    </Flex>
  );
}

type QuestionProps = Pick<ShareRenewalProps, "isBusy" | "onRenew"> & { onCancel: () => void };

function Question({ isBusy, onRenew, onCancel }: QuestionProps) {
  const { t } = useTranslation(["share", "common"]);
  const id = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <Flex
      role="group"
      aria-label={t("dialog.renew")}
      direction="column"
      gap="2.5"
      w="full"
      borderWidth="1px"
      borderRadius="lg"
      p="3"
    >
      <Text id={id} textStyle="sm">
        {t("dialog.renewText")}
      </Text>
      <Flex gap="2" wrap="wrap">
        <Button
          ref={cancel}
          size="sm"
          variant="outline"
          colorPalette="gray"
          aria-describedby={id}
          onClick={onCancel}
        >
          {t("common:actions.cancel")}
        </Button>
        <Button
          size="sm"
          colorPalette="danger"
          aria-describedby={id}
          // Not disabled, which would take the focus away.
          aria-disabled={isBusy}
          onClick={() => !isBusy && onRenew()}
        >
          {t("dialog.renew")}
        </Button>
      </Flex>
    </Flex>
  );
}
