/** Names are compared without what lengthens Arabic words, and ð, þ, ħ, ŧ and ŋ are spelled out (H-631): folded anew. */
import { refold } from '../../catalogue/refold.ts'
import type { Migration } from '../migration.ts'

export const lettersSpelledOut: Migration = { name: '0028-letters-spelled-out', statements: [], fill: refold }
