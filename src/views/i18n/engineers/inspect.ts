// The words of the inspector: they come with it.
import inspect from '../../../../locales/en/inspect.json' with { type: 'json' }
import { i18next } from '../index.ts'

i18next.addResourceBundle('en', 'inspect', inspect)
