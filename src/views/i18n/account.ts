// The words of the account area: they come with what shows them.
import account from '../../../locales/en/account.json' with { type: 'json' }
import { i18next } from './index.ts'

i18next.addResourceBundle('en', 'account', account)
