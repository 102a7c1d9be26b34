// The rows of the downloads, in the order they are shown in. It comes with the list of them.
import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { DownloadRowOrder } from './downloadRowOrder.ts'
import { keepRows } from './downloads.ts'

const order = new DownloadRowOrder()
/** Counts up when the rows may be others: what they are is made out when somebody reads them. */
const changes = signal(0, { name: 'downloadRowChanges' })
const rows = computed(() => {
  void changes.value
  return order.ids
})

keepRows({
  order: (line) => order.order(line),
  note: (id, job) => order.note(id, job),
  show() {
    if (order.isOld) changes.value += 1
  },
})
// Gone through as this script comes, which is mostly before the press that shows them: what came since is less.
void order.ids

/**
 * What has a row of its own: every job but the songs of a bundle, of which those that failed are named; what loads
 * and what failed first, what is finished last. The same list until it is another one.
 */
export const downloadRows: ReadonlySignal<readonly string[]> = rows

/** The rows a row can be moved between by hand, top down: those of its own stretch of the list. */
export const peekRowsAround = (downloadID: string): readonly string[] => order.around(downloadID)

/** The first row that failed; null: none. */
export const peekFirstFailed = (): string | null => order.firstFailed
