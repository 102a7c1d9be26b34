// What notifications say: it comes with what shows them.
import notices from '../../../locales/en/notices.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'notices', notices)
