// The words of the replay page: they come with it.
import replay from '../../../../locales/en/replay.json' with { type: 'json' }
import { i18next } from '../index.ts'

i18next.addResourceBundle('en', 'replay', replay)
