// How long a text may be that is searched for, and a name whose page is opened.
import { expect, test } from 'vitest'
import * as search from '#actions/search.ts'
import { setDispatch } from '#bridge/dispatch.ts'
import { type AppDraft, parseDraft } from '#core/events/index.ts'
import { setActionPorts } from './ports.ts'

function wished(act: () => void): { term: string } {
  const drafts: AppDraft[] = []
  setDispatch((draft) => drafts.push(parseDraft(draft)))
  act()
  return drafts[0]?.payload as { term: string }
}

test('API-SEARCH-002: whoever has the longest name an import keeps is asked for by all of it', () => {
  setActionPorts({ mintId: () => 'a1' } as Parameters<typeof setActionPorts>[0])
  const name = 'An orchestra of '.repeat(32).slice(0, 499).padEnd(500, 'x')
  expect(wished(() => search.searchReleasesOf('artist', name)).term).toBe(name)
  expect(wished(() => search.searchFor(name, 'top')).term).toBe(name.slice(0, 300).trim())
})
