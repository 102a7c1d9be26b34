// The words of sharing and contacting: they come with their forms.
import sharing from '../../../locales/en/sharing.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'sharing', sharing)
