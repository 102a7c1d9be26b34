// Why downloads fail, what helps, and their settings, in words: they come with the list, not with the first script.
import downloadSettings from '../../../../locales/en/downloadSettings.json' with { type: 'json' }
import faults from '../../../../locales/en/faults.json' with { type: 'json' }
import { i18next } from '../../i18n/inside.ts'

i18next.addResourceBundle('en', 'downloadSettings', downloadSettings)
i18next.addResourceBundle('en', 'faults', faults)
