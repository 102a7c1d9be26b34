// Every filter of the gallery, alone and together, against the catalogue it was seeded with.
import { beforeAll, describe, expect, it } from 'vitest'
import { Options, ReleaseList } from '#core/model/catalogue/release.ts'
import {
  EMPTY_QUERY,
  FILTER_GROUPS,
  type FilterGroup,
  queryIdOf,
  type ReleaseQuery,
  toggleOption,
} from '#core/model/catalogue/releaseQuery.ts'
import { REPORT_FORMATS } from '#core/model/people/signup.ts'
import type { CatalogueRelease } from '#server/catalogue/contract.ts'
import { demoCatalogue } from '#server/demo/catalogue/catalogue.ts'
import { call, expectJson, signIn } from './http.ts'
import { onStores } from './stores.ts'

/** What a release carries in a group; names and ids both count as the option (D-079). */
const carried: Record<FilterGroup, (release: CatalogueRelease) => readonly string[]> = {
  genres: (release) => release.genres,
  packages: (release) => release.packages,
  markets: (release) => release.markettags,
  versions: (release) => release.songs.map((song) => song.version),
  releaseTypes: (release) => [release.release_type],
}

onStores((server) => {
  let access = ''
  let options: Options
  let open: CatalogueRelease[] = []
  const catalogue = new Map([...demoCatalogue('small')].map((release) => [release.releaseid, release]))
  const listed = async (query: string) =>
    (
      await expectJson(ReleaseList, call(server().url, `/releases?${query}&pagesize=100`, { token: access }))
    ).releases.map((release) => release.releaseid)
  const choices = (group: FilterGroup) => (group === 'releaseTypes' ? options.release_types : options[group])
  const has = (release: CatalogueRelease, group: FilterGroup, id: string) => {
    const name = choices(group).find((choice) => choice.id === id)?.name ?? id
    return carried[group](release).some((entry) => entry === id || entry === name)
  }
  /** The releases a query is for, by the rule: or inside a group, and between groups. */
  const meant = (query: ReleaseQuery) =>
    open
      .filter((release) => !query.explicit || release.explicit)
      .filter((release) =>
        FILTER_GROUPS.every((group) => query[group].length === 0 || query[group].some((id) => has(release, group, id))),
      )
      .map((release) => release.releaseid)

  beforeAll(async () => {
    access = (await signIn(server().url)).access
    options = await expectJson(Options, call(server().url, '/options', { token: access }))
    open = (await listed('sort=-date')).flatMap((id) => catalogue.get(id) ?? [])
    expect(open.length).toBeGreaterThan(15)
  })

  it.each(FILTER_GROUPS)('API-REL-001: every option of %s answers the releases that carry it', async (group) => {
    let found = 0
    for (const { id } of choices(group)) {
      const query = { ...EMPTY_QUERY, [group]: [id] }
      const ids = await listed(queryIdOf(query))
      expect(ids, id).toEqual(meant(query))
      found += ids.length
    }
    expect(found).toBeGreaterThan(0)
  })

  it('API-REL-001: options of one group widen, groups narrow each other, explicit narrows all', async () => {
    const pairs = FILTER_GROUPS.flatMap((one, at) => FILTER_GROUPS.slice(at + 1).map((two) => [one, two] as const))
    let found = 0
    for (const [one, two] of pairs) {
      let query = EMPTY_QUERY
      for (const { id } of choices(one).slice(0, 5)) query = toggleOption(query, one, id)
      for (const { id } of choices(two).slice(-5)) query = toggleOption(query, two, id)
      for (const explicit of [false, true]) {
        const ids = await listed(queryIdOf({ ...query, explicit }))
        expect(ids, queryIdOf({ ...query, explicit })).toEqual(meant({ ...query, explicit }))
        found += ids.length
      }
    }
    expect(found).toBeGreaterThan(0)
  })

  it('an id no list knows answers nothing', async () => {
    for (const group of FILTER_GROUPS)
      expect(await listed(queryIdOf({ ...EMPTY_QUERY, [group]: ['no-such'] }))).toEqual([])
  })

  describe('lists that are not printed', () => {
    it('FILTER-024: genres and lists come from the server, whole; report formats are about forty', () => {
      const named = (list: readonly { name: string }[]) => new Set(list.map((entry) => entry.name))
      for (const release of catalogue.values()) {
        for (const genre of release.genres) expect(named(options.genres)).toContain(genre)
        for (const list of release.packages) expect(options.packages.map((entry) => entry.id)).toContain(list)
      }
      expect([REPORT_FORMATS[0], REPORT_FORMATS.at(-1)]).toEqual(['Active Rock', 'Other'])
      expect(REPORT_FORMATS.length).toBeGreaterThan(35)
    })
  })
})
