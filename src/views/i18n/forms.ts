// The words of forms: they come with the first form, not before.
import forms from '../../../locales/en/forms.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'forms', forms)
