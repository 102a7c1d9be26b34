import { PAGE_SIZE, RECENT_SEARCHES_MAX } from '../../model/constants.ts'
import { pageCount, pageId, splitPageId } from '../../reducers/catalogue/pages.ts'
import { eachRow, type Invariant, twice } from './invariant.ts'

export const LISTS: readonly Invariant[] = [
  {
    name: 'the pages of a list lie within it, and its unbroken run is loaded',
    of: ['list', 'page'],
    fault: (state) => {
      for (const id of state.ids('list')) {
        const list = state.get('list', id)
        if (!list) continue
        for (let page = 1; page <= list.page; page++)
          if (!state.get('page', pageId(id, page))) return `page ${page} of ${id} is counted and not there`
        const double = twice(list.failedPages.map(String))
        if (double) return `list ${id}: page ${double} among those that failed`
      }
      for (const id of state.ids('page')) {
        const { queryId, page } = splitPageId(id)
        const list = state.get('list', queryId)
        if (!list || !(page >= 1 && page <= Math.max(1, pageCount(list)))) return `page ${id} is of no list`
      }
      return null
    },
  },
  {
    name: 'a page holds no more than fits, and the releases it names are known',
    of: ['page', 'release'],
    fault: (state) =>
      eachRow(state, 'page', ({ ids }) => {
        if (ids.length > PAGE_SIZE) return `${ids.length} releases`
        const unknown = ids.find((id) => state.get('release', id) === undefined)
        return unknown === undefined ? null : `there is no release ${unknown}`
      }),
  },
  {
    name: 'what is selected lies in its list, each place once',
    of: ['selection', 'list'],
    fault: (state) => {
      const { queryId, ranges } = state.single('selection')
      const total = queryId === null ? 0 : (state.get('list', queryId)?.total ?? 0)
      let end = -1
      for (const range of ranges) {
        if (range[0] <= end || range[1] <= range[0]) return `places ${range[0]} to ${range[1]} behind ${end}`
        end = range[1]
      }
      return end <= total ? null : `place ${end - 1} of a list of ${total}`
    },
  },
  {
    name: 'a list of playlists names each once, and they are known',
    of: ['playlistList', 'playlist'],
    fault: (state) =>
      eachRow(state, 'playlistList', ({ ids }) => {
        const unknown = ids.find((id) => state.get('playlist', id) === undefined)
        return unknown === undefined ? twice(ids) : `there is no playlist ${unknown}`
      }),
  },
  {
    name: 'a playlist names each of its tracks once',
    of: ['playlistDetail'],
    fault: (state) => eachRow(state, 'playlistDetail', ({ confirmed }) => twice(confirmed)),
  },
  {
    name: 'a starred playlist is listed once',
    of: ['starred'],
    fault: (state) => twice(state.single('starred').ids),
  },
  {
    name: 'each recent search is kept once, fifteen at most',
    of: ['recentSearches'],
    fault: (state) => {
      const { terms } = state.single('recentSearches')
      return terms.length > RECENT_SEARCHES_MAX
        ? `${terms.length} of them`
        : twice(terms.map((term) => term.toLowerCase()))
    },
  },
]
