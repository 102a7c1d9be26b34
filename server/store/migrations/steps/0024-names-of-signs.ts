/** Names without a word, such as `!!!`, are found by their signs (H-478): the words of such names are written anew. */
import { refoldSigns } from '../../catalogue/refold.ts'
import type { Migration } from '../migration.ts'

export const namesOfSigns: Migration = { name: '0024-names-of-signs', statements: [], fill: refoldSigns }
