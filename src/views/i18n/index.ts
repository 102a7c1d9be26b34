/** Words. The English ones a first screen needs are part of the first script, so that they are there at first paint. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import common from '../../../locales/en/common.json' with { type: 'json' }
import session from '../../../locales/en/session.json' with { type: 'json' }

const en = { common, session }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    // What comes with a script of its own is typed as well.
    resources: typeof en & {
      access: typeof import('../../../locales/en/access.json')
      account: typeof import('../../../locales/en/account.json')
      downloads: typeof import('../../../locales/en/downloads.json')
      gallery: typeof import('../../../locales/en/gallery.json')
      player: typeof import('../../../locales/en/player.json')
      playlists: typeof import('../../../locales/en/playlists.json')
      releases: typeof import('../../../locales/en/releases.json')
      searchBox: typeof import('../../../locales/en/searchBox.json')
      demo: typeof import('../../../locales/en/demo.json')
      downloadSettings: typeof import('../../../locales/en/downloadSettings.json')
      forms: typeof import('../../../locales/en/forms.json')
      security: typeof import('../../../locales/en/security.json')
      network: typeof import('../../../locales/en/network.json')
      notices: typeof import('../../../locales/en/notices.json')
      inspect: typeof import('../../../locales/en/inspect.json')
      library: typeof import('../../../locales/en/library.json')
      faults: typeof import('../../../locales/en/faults.json')
      problem: typeof import('../../../locales/en/problem.json')
      releasePage: typeof import('../../../locales/en/releasePage.json')
      replay: typeof import('../../../locales/en/replay.json')
      tree: typeof import('../../../locales/en/tree.json')
      settings: typeof import('../../../locales/en/settings.json')
      sharing: typeof import('../../../locales/en/sharing.json')
      search: typeof import('../../../locales/en/search.json')
      shortcuts: typeof import('../../../locales/en/shortcuts.json')
      signup: typeof import('../../../locales/en/signup.json')
    }
  }
}

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'common',
  resources: { en },
  initAsync: false,
  // React escapes by itself.
  interpolation: { escapeValue: false },
})

/** What the library asks of `Intl.PluralRules`. */
interface PluralRule {
  select(count: number): string
  resolvedOptions(): { pluralCategories: string[] }
}

/** The first object of `Intl` in a page takes 20 to 30 ms of the main thread, and the gallery's first words count. */
const english: PluralRule = {
  select: (count) => (Math.abs(count) === 1 ? 'one' : 'other'),
  resolvedOptions: () => ({ pluralCategories: ['one', 'other'] }),
}
const plurals: { getRule(code: string, options?: { ordinal?: boolean }): PluralRule } = i18next.services.pluralResolver
const ofAny = plurals.getRule.bind(plurals)
plurals.getRule = (code, options) => (code === 'en' && !options?.ordinal ? english : ofAny(code, options))

export { i18next }
