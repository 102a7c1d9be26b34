/**
 * Names are compared with the marks that make another letter (H-191): what is kept of them is folded anew, and artists
 * and labels that were taken for one are counted apart.
 */
import { refold } from '../../catalogue/refold.ts'
import type { Migration } from '../migration.ts'

export const marksOfLetters: Migration = { name: '0020-marks-of-letters', statements: [], fill: refold }
