// The rows of the downloads, in the order they are shown in. It comes with the list of them.
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { DownloadRowOrder } from './downloadRowOrder.ts'
import { keepRows } from './downloads.ts'

const order = new DownloadRowOrder()
const rows = signal<readonly string[]>(order.ids, { name: 'downloadRows' })

keepRows({
  order: (line) => order.order(line),
  note: (id, job) => order.note(id, job),
  show() {
    rows.value = order.ids
  },
})

/**
 * What has a row of its own: every job but the songs of a bundle, of which those that failed are named; what loads
 * and what failed first, what is finished last. The same list until it is another one.
 */
export const downloadRows: ReadonlySignal<readonly string[]> = rows

/** The rows a row can be moved between by hand, top down: those of its own stretch of the list. */
export const peekRowsAround = (downloadID: string): readonly string[] => order.around(downloadID)

/** The first row that failed; null: none. */
export const peekFirstFailed = (): string | null => order.firstFailed
