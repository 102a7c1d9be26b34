/** Words. English is part of the first script, so that it is there at first paint. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import common from '../../../locales/en/common.json' with { type: 'json' }
import downloads from '../../../locales/en/downloads.json' with { type: 'json' }
import gallery from '../../../locales/en/gallery.json' with { type: 'json' }
import player from '../../../locales/en/player.json' with { type: 'json' }
import playlists from '../../../locales/en/playlists.json' with { type: 'json' }
import releases from '../../../locales/en/releases.json' with { type: 'json' }
import searchBox from '../../../locales/en/searchBox.json' with { type: 'json' }
import session from '../../../locales/en/session.json' with { type: 'json' }

const en = { common, downloads, gallery, player, playlists, releases, searchBox, session }

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    // What comes with a script of its own is typed as well.
    resources: typeof en & {
      access: typeof import('../../../locales/en/access.json')
      account: typeof import('../../../locales/en/account.json')
      demo: typeof import('../../../locales/en/demo.json')
      downloadSettings: typeof import('../../../locales/en/downloadSettings.json')
      forms: typeof import('../../../locales/en/forms.json')
      security: typeof import('../../../locales/en/security.json')
      network: typeof import('../../../locales/en/network.json')
      inspect: typeof import('../../../locales/en/inspect.json')
      library: typeof import('../../../locales/en/library.json')
      faults: typeof import('../../../locales/en/faults.json')
      problem: typeof import('../../../locales/en/problem.json')
      releasePage: typeof import('../../../locales/en/releasePage.json')
      replay: typeof import('../../../locales/en/replay.json')
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

export { i18next }
