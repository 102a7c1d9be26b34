// The words of the network and of inviting: they come with what shows them.
import network from '../../../locales/en/network.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'network', network)
