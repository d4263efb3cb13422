import { Button } from "@chakra-ui/react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import type { Member } from "./management-data.ts";
import { Refusal } from "./pieces.tsx";
import { useMemberForm } from "./use-member-form.ts";

/** Makes a dealer by trade the site's, and ends that; nothing for anybody else. */
export function DealerButton({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t } = useTranslation("management");
  const { submit, busy, result } = useMemberForm(onClose);
  const { userId, name, dealer, dealerByTrade } = member;
  if (!dealer && !dealerByTrade) return null;
  const send = () =>
    void submit({ intent: "dealer", userId, dealer: dealer ? "no" : "yes" }, { method: "post" });
  return (
    <>
      <Refusal result={result} />
      <Button
        variant="ghost"
        colorPalette={dealer ? "danger" : "brand"}
        me="auto"
        loading={busy}
        onClick={send}
      >
        {dealer ? t("right.endDealer") : t("right.makeDealer", { name })}
      </Button>
    </>
  );
}
