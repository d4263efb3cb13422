const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Texts near a token and of other kinds, all different, none of them the token. Its spelling in a header is kept. */
export function makeWrongTokens(token: string, others: readonly string[], count: number): string[] {
  const secret = token.slice(3);
  const wrong = new Set<string>([
    ...others,
    ...others.map((other) => `hp_${other}`),
    ...Array.from(token, (_, place) => token.slice(0, place)),
    ...Array.from(token, (_, place) => token.slice(place + 1)),
    ...prefixes(secret),
    ...Array.from(token, (_, place) => `${token.slice(0, place)} ${token.slice(place)}`).slice(1),
    ...Array.from(token, (_, place) => `${token.slice(0, place)}%20${token.slice(place)}`),
    ...["=", "==", ".", "~", "A", "AA", ",", ";", '"', "/", "+"].map((more) => token + more),
    ...[token.toLowerCase(), token.toUpperCase(), swapCase(token), `${token}${token}`],
    ...[`Basic ${btoa(`owner:${token}`)}`, `Token ${token}`, `"${token}"`, `hp_${btoa(secret)}`],
    ...[...others.map((other) => `${token} ${other}`), `${token},${token}`, `${token} ${token}`],
    ...Array.from(secret, (_, place) => swapLetter(token, place + 3)),
  ]);
  for (let place = 0; wrong.size < count + 1; place += 1)
    wrong.add(replaceLetter(token, 3 + (place % 43), 1 + Math.floor(place / 43)));
  wrong.delete(token);
  return [...wrong].filter((text) => text.trim() === text).slice(0, count);
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

function swapCase(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join("");
}

function swapLetter(token: string, place: number): string {
  return token.slice(0, place) + swapCase(token.charAt(place)) + token.slice(place + 1);
}
