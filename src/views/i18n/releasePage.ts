// The words of one release that no list says: they come with its page and its dialog.
import releasePage from '../../../locales/en/releasePage.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'releasePage', releasePage)
