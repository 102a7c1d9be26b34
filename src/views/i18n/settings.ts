// The words of the settings: they come with what shows them.
import settings from '../../../locales/en/settings.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'settings', settings)
