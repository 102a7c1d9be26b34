/**
 * Names are found as well by what is typed where their letters are held apart by dots, slashes, hyphens or spaces (H-457),
 * by what stands inside a run without spaces, and in either kana (H-460): the words of such names are written anew.
 */
import { refoldApart } from '../../catalogue/refold.ts'
import type { Migration } from '../migration.ts'

export const namesInOne: Migration = { name: '0023-names-in-one', statements: [], fill: refoldApart }
