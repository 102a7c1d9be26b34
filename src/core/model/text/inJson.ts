/**
 * Looks for a text where part of what is said is JSON on one line: as it was typed, as JSON writes it, and as it was copied
 * of JSON that is laid out, where a blank stands behind each name.
 * @param typed in any case, with blanks around it or not; empty: it stands everywhere
 * @returns whether it stands in what is said, which is given in lower case
 */
export function lookedFor(typed: string): (said: string) => boolean {
  const text = typed.trim().toLowerCase()
  const ways = [...new Set([text, JSON.stringify(text).slice(1, -1), text.replaceAll('": ', '":')])]
  return (said) => ways.some((way) => said.includes(way))
}
