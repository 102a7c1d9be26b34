/** Forced colours drop shadows and grounds: where the focus is must be seen by a line. */
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { ColumnHandle } from '../../music/columns/ColumnHandle.tsx'
import { Header } from './Header.tsx'

const line = (of: Element) => [getComputedStyle(of).outlineStyle, getComputedStyle(of).outlineWidth]

function Column() {
  const root = useRef<HTMLTableElement>(null)
  return (
    <table ref={root}>
      <thead>
        <tr>
          <th style={{ position: 'relative', width: 120 }}>
            <ColumnHandle table="releases" column="title" name="Title" root={root} />
          </th>
        </tr>
      </thead>
    </table>
  )
}

it('in forced colours the search box shows the focus', async () => {
  await show(<Header inert={false} />, { forcedColours: true, window: [1280, 800], path: '/releases' })
  const box = page.getByRole('searchbox', { name: 'Search' }).element() as HTMLElement
  box.focus()
  expect(line(box)).toEqual(['solid', '2px'])
})

it('in forced colours the handle of a column shows the focus', async () => {
  await show(<Column />, { forcedColours: true })
  await userEvent.tab()
  const handle = page.getByRole('separator', { name: 'Resize Title' })
  await expect.element(handle).toHaveFocus()
  expect(line(handle.element())).toEqual(['solid', '2px'])
})
