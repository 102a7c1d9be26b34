// The words of the mails, from locales/{code}/mail.json; what a language lacks is said in English.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import * as z from 'zod/mini'

export const LANGUAGE_DEFAULT = 'en'

const NAMESPACE = 'mail'
/** Keys to texts, or to more keys. */
const Texts = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))

/** A text by its key, its holes filled. */
export type Say = (key: string, holes?: Record<string, string | number | undefined>) => string

export interface MailTexts {
  /** The text function of a language; of English for one nobody translated. */
  in(language: string): { t: Say; code: string }
}

/**
 * @param localesDir holds one folder a language
 * @throws Error when the English texts are missing or a file is not as it must be
 */
export function readMailTexts(localesDir: string): MailTexts {
  const codes = readdirSync(localesDir).filter((code) => existsSync(join(localesDir, code, `${NAMESPACE}.json`)))
  const resources = Object.fromEntries(
    codes.map((code) => [
      code,
      { [NAMESPACE]: Texts.parse(JSON.parse(readFileSync(join(localesDir, code, `${NAMESPACE}.json`), 'utf8'))) },
    ]),
  )
  if (!codes.includes(LANGUAGE_DEFAULT)) throw new Error(`locales/${LANGUAGE_DEFAULT}/${NAMESPACE}.json is missing`)
  const instance = i18next.createInstance()
  void instance.init({
    resources,
    lng: LANGUAGE_DEFAULT,
    fallbackLng: LANGUAGE_DEFAULT,
    defaultNS: NAMESPACE,
    ns: [NAMESPACE],
    initAsync: false,
    // The page escapes; the plain text must not.
    interpolation: { escapeValue: false },
  })
  return {
    in(language) {
      const base = language.split('-')[0] ?? LANGUAGE_DEFAULT
      const code = [language, base].find((wanted) => codes.includes(wanted)) ?? LANGUAGE_DEFAULT
      // The client types its keys for the whole program; these are of another file.
      return { t: instance.getFixedT(code) as unknown as Say, code }
    },
  }
}
