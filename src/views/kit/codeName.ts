/**
 * What a country or language is called, or its code where that is of no list: a server may hold any text for one.
 * @param language the words are in
 */
export function codeName(kind: 'region' | 'language', code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: kind }).of(code) ?? code
  } catch {
    return code
  }
}
