import { useLive } from "#app/live/live-context.ts";
import { useEquipmentName } from "#app/routes/site/use-equipment-name.ts";

/** Names of equipment as the logger describes it, with the address where two have the same name. */
export function useEquipmentNames(
  settings: readonly { address: string }[],
): (address: string) => string {
  const equipment = useLive((one) => one.view?.equipment ?? null);
  const equipmentName = useEquipmentName();
  const nameOf = (address: string) =>
    equipmentName(equipment?.find((one) => one.address === address)?.alias ?? "", address);
  const names = [...new Set(settings.map(({ address }) => address.slice(0, 6)))].map(nameOf);
  return (address) => {
    const name = nameOf(address);
    return names.filter((one) => one === name).length < 2 ? name : `${name} \u2066${address}\u2069`;
  };
}
