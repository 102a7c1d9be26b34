// The words of a demo's sign-in page.
import demo from '../../../locales/en/demo.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'demo', demo)
