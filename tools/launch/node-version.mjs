/** @param {string} version as `20.11.1` @returns {[number, number]} major and minor */
function parse(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return [major, minor];
}

/**
 * Whether this Node can run the launcher.
 * @param {string} version
 */
export function isSupported(version) {
  return parse(version)[0] >= 20;
}

/**
 * Whether this Node runs the project's TypeScript without a build.
 * @param {string} version
 */
export function isModern(version) {
  const [major, minor] = parse(version);
  return major >= 24 || (major === 22 && minor >= 18);
}
