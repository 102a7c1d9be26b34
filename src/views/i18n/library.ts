// The words of flagged, archived and heard songs: they come with the first of those screens.
import library from '../../../locales/en/library.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'library', library)
