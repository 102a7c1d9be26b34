// The words of what a search finds: they come with its view.
import search from '../../../locales/en/search.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'search', search)
