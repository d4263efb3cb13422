const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Texts near a token and of other kinds, all different, none of them the token. Its spelling in a header is kept. */
export function makeWrongTokens(token: string, others: readonly string[], count: number): string[] {
  const start = token.startsWith("hp_") ? 3 : 0;
  const secret = token.slice(start);
  const wrong = new Set<string>([
    ...others,
    ...others.map((other) => `hp_${other}`),
    ...Array.from(token, (_, place) => token.slice(0, place)),
    ...Array.from(token, (_, place) => token.slice(place + 1)),
    ...prefixes(secret),
    ...Array.from(token, (_, place) => `${token.slice(0, place)} ${token.slice(place)}`).slice(1),
    ...Array.from(token, (_, place) => `${token.slice(0, place)}%20${token.slice(place)}`),
    ...["=", "==", ".", "~", "A", "AA", ",", ";", '"', "/", "+"].map((more) => token + more),
    token.toLowerCase(),
    token.toUpperCase(),
    swapCase(token),
    `${token}${token}`,
    ...["Basic", "Token", "Digest", "Negotiate", "Bearer,", "Bearer:", "Bearer Bearer"].map(
      (scheme) => `${scheme} ${token}`,
    ),
    `Basic ${btoa(`owner:${token}`)}`,
    `Basic ${btoa(`${token}:`)}`,
    `Bearer${token}`,
    `"${token}"`,
    `'${token}'`,
    `<${token}>`,
    `token="${token}"`,
    btoa(token),
    btoa(secret),
    hexOf(token),
    `hp_${hexOf(secret)}`,
    `hp_${btoa(secret)}`,
    `${token}\tx`,
    `x ${token}`,
    `x\t${token}`,
    `${token} ;`,
    // What stands for a letter that no header can hold.
    ...["%00", "%C2%A0", "%E2%80%8B", "\\u0000", "\\0", "&#8203;", "=?utf-8?q?=E2?="].flatMap(
      (sign) => [token + sign, sign + token],
    ),
    ...others.map((other) => `${token} ${other}`),
    `${token},${token}`,
    `${token} ${token}`,
    ...Array.from(secret, (_, place) => swapLetter(token, place + start)),
  ]);
  for (let place = 0; wrong.size < count + 10; place += 1)
    wrong.add(replaceLetter(token, start + (place % 43), 1 + Math.floor(place / 43)));
  wrong.delete(token);
  return [...wrong].filter((text) => !/^[ \t]|[ \t]$/.test(text)).slice(0, count);
}

function prefixes(secret: string): string[] {
  const named = [
    "HP_",
    "Hp_",
    "hp-",
    "hp",
    "hp__",
    "_",
    "xp_",
    "hq_",
    "ph_",
    "gh_",
    "k_",
    "hp_hp_",
  ];
  return named.map((prefix) => prefix + secret);
}

function replaceLetter(token: string, place: number, by: number): string {
  const letter = ALPHABET.indexOf(token.charAt(place));
  const other = ALPHABET.charAt((letter + by) % ALPHABET.length);
  return token.slice(0, place) + other + token.slice(place + 1);
}

const hexOf = (text: string) =>
  Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");

function swapCase(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join("");
}

function swapLetter(token: string, place: number): string {
  return token.slice(0, place) + swapCase(token.charAt(place)) + token.slice(place + 1);
}
