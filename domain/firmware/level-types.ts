/** Type in `FirmwareLevel` of the logger itself, which is no piece of equipment. */
export const LOGGER_TYPE = "logger";
