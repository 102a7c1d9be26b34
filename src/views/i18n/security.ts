// The words about sessions and passkeys: they come with what shows them.
import security from '../../../locales/en/security.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'security', security)
