import { Button, Input } from "@chakra-ui/react";
import { useId } from "react";
import { Form, useNavigate } from "react-router";
import { Select } from "#app/forms/fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLive } from "#app/live/live-context.ts";
import { styled } from "#app/theme/styled.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { useEquipmentName } from "../use-equipment-name.ts";
import { type Device, type ParamSite, paramAddress } from "./param-data.ts";

type DeviceSearchProps = {
  site: ParamSite;
  devices: readonly Device[];
  device: string;
  search: string;
  onSearch: (search: string) => void;
};

/** Choice of the piece of equipment, and search over all of its settings; a form that works without scripts. */
export function DeviceSearch({ site, devices, device, search, onSearch }: DeviceSearchProps) {
  const { t } = useTranslation("param");
  const nameOf = useDeviceNames(devices);
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const id = useId();
  return (
    <Frame>
      <Form method="get" action="/param" onSubmit={(event) => event.preventDefault()}>
        {[...new URLSearchParams(site.search)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {devices.length > 1 && (
          <div>
            <label htmlFor={`${id}-device`}>{t("device")}</label>
            <Select
              id={`${id}-device`}
              name="device"
              value={device}
              onChange={({ currentTarget }) =>
                void navigate(paramAddress(site.search, { device: currentTarget.value, search }))
              }
            >
              {devices.map(({ address, count }) => (
                <option key={address} value={address}>
                  {t("deviceOption", { name: nameOf(address), count })}
                </option>
              ))}
            </Select>
          </div>
        )}
        <div>
          <label htmlFor={`${id}-search`}>{t("search.label")}</label>
          <Input
            id={`${id}-search`}
            name="search"
            type="search"
            bg="bg.panel"
            dir="auto"
            autoComplete="off"
            placeholder={t("search.placeholder")}
            value={search}
            onChange={({ currentTarget }) => onSearch(currentTarget.value)}
          />
        </div>
        {!isHydrated && (
          <Button type="submit" variant="outline">
            {t("search.action")}
          </Button>
        )}
      </Form>
    </Frame>
  );
}

/** Names of the devices as the logger describes them, with the address where two have the same name. */
export function useDeviceNames(
  devices: readonly Pick<Device, "address">[],
): (address: string) => string {
  const equipment = useLive((one) => one.view?.equipment ?? null);
  const equipmentName = useEquipmentName();
  const nameOf = (address: string) => {
    const known = equipment?.find((piece) => piece.address === address);
    return equipmentName(known?.alias ?? "", address);
  };
  const names = devices.map(({ address }) => nameOf(address));
  return (address) => {
    const name = nameOf(address);
    const isUnique = names.filter((one) => one === name).length < 2;
    return isUnique ? name : `${name} \u2066${address}\u2069`;
  };
}

const Frame = styled("search", {
  "& form": { display: "flex", flexWrap: "wrap", alignItems: "flex-end", gap: "3" },
  "& form > div": {
    display: "flex",
    flexDirection: "column",
    gap: "1.5",
    flex: "1 1 14rem",
    maxW: { md: "24rem" },
    minW: "0",
  },
  "& label": { fontWeight: "medium" },
});
