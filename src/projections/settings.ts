import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { ColumnWidths, TableName } from '#core/model/settings.ts'
import { single } from './entity.ts'

export const settings = single('setting')

/** Whether the galleries show rows (true) or cards. */
export const listView: ReadonlySignal<boolean> = computed(() => settings.value.listView)

/** The widths in px of a table's columns that were dragged, by column. */
export const columnWidths = (table: TableName): ReadonlySignal<Readonly<ColumnWidths>> => WIDTHS[table]

const widthsOf = (table: TableName) => computed(() => settings.value.columnWidths[table])
const WIDTHS: Readonly<Record<TableName, ReadonlySignal<Readonly<ColumnWidths>>>> = {
  artists: widthsOf('artists'),
  labels: widthsOf('labels'),
  releases: widthsOf('releases'),
  songs: widthsOf('songs'),
}
