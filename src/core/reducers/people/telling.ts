// Says what others did, once for all pages of this browser.
import type { Notice } from '../../model/entities.ts'
import { addNotice, dropNotices } from '../notices.ts'
import type { Store } from '../store.ts'

/** @param told another page has shown it: here it stands in the list of the last ones alone */
export function tellNotice(state: Store, told: boolean, notice: Notice): void {
  addNotice(state, notice)
  if (told) dropNotices(state, [notice.id])
}
