import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { ColumnWidths, TableName } from '#core/model/settings.ts'
import { single } from './entity.ts'

export const settings = single('setting')

/** Whether the galleries show rows (true) or cards. */
export const listView: ReadonlySignal<boolean> = computed(() => settings.value.listView)

/** The widths in px of a table's columns that were dragged, by column. */
export const columnWidths = (table: TableName): Readonly<ColumnWidths> => settings.peek().columnWidths[table]
