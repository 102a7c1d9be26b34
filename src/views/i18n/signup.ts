// The words of the sign-up: they come with its screen.
import signup from '../../../locales/en/signup.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'signup', signup)
