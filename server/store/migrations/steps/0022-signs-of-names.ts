/**
 * Names are compared without what nobody sees, with one apostrophe, and without the case of ı and ς (H-108, H-370): what
 * is kept of them is folded anew, and artists and labels that were taken for two are counted together.
 */
import { refold } from '../../catalogue/refold.ts'
import type { Migration } from '../migration.ts'

export const signsOfNames: Migration = { name: '0022-signs-of-names', statements: [], fill: refold }
