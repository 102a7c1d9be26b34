// The words of the ways in that lead through a mail: they come with their screens.
import access from '../../../locales/en/access.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'access', access)
