// The words of the report of a problem: they come with its dialog.
import problem from '../../../locales/en/problem.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'problem', problem)
