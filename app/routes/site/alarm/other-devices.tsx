import { useMemo } from "react";
import { ADDRESS_FIELD } from "#app/alarms/rules/rule-input.ts";
import { Checks } from "#app/forms/checks.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MAX_RULE_REGISTERS } from "#domain/alarms/rule-choices.ts";
import { useTree } from "../realtime/tree/use-tree.ts";

type OtherDevicesProps = {
  register: string | null;
  chosen: readonly string[];
  onChange: (addresses: string[]) => void;
};

/** Further devices with the same value, which the rule can cover; nothing if there are none. */
export function OtherDevices({ register, chosen, onChange }: OtherDevicesProps) {
  const { t } = useTranslation("alarms");
  const tree = useTree();
  const others = useMemo(() => {
    const all = (tree ?? []).flatMap(({ title, registers }) =>
      registers.map((one) => ({ ...one, equipment: title })),
    );
    const own = all.find(({ address }) => address === register);
    return all.filter(
      (one) =>
        own !== undefined &&
        one.address !== register &&
        one.register === own.register &&
        one.name === own.name &&
        one.unit === own.unit,
    );
  }, [tree, register]);
  const isKnown = (address: string) => others.some((one) => one.address === address);
  return (
    <>
      {chosen
        .filter((address) => !isKnown(address))
        .map((address) => (
          <input key={address} type="hidden" name={ADDRESS_FIELD + address} value="on" />
        ))}
      {others.length > 0 && (
        <fieldset>
          <legend>{t("editor.others")}</legend>
          <p data-hint>{t("editor.othersHint")}</p>
          <Checks>
            {others.slice(0, MAX_RULE_REGISTERS).map(({ address, equipment }) => (
              <label key={address}>
                <input
                  type="checkbox"
                  name={ADDRESS_FIELD + address}
                  checked={chosen.includes(address)}
                  onChange={({ currentTarget }) =>
                    onChange(
                      currentTarget.checked
                        ? [...chosen, address]
                        : chosen.filter((one) => one !== address),
                    )
                  }
                />
                <bdi>{equipment}</bdi>
              </label>
            ))}
          </Checks>
        </fieldset>
      )}
    </>
  );
}
