// The words of the list of keys: they come with it.
import shortcuts from '../../../locales/en/shortcuts.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'shortcuts', shortcuts)
