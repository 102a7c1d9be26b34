// The words of the tree that shows a state: they come with it.
import tree from '../../../../locales/en/tree.json' with { type: 'json' }
import { i18next } from '../index.ts'

i18next.addResourceBundle('en', 'tree', tree)
