// The light index of a list (server/README.md, H-124): words and cover colour of its releases, whole parts of it at a time.

import { INDEX_ROWS_MAX, ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import { listAndQuery } from '#core/model/library/library.ts'
import { LIBRARY_QUERY_KEYS } from './library.ts'
import { RELEASE_QUERY_KEYS } from './releases.ts'
import type { Api } from './transport/client.ts'
import { listQuery } from './transport/pageQuery.ts'

/**
 * Up to INDEX_ROWS_MAX rows of a list's index.
 * @param queryId which list: the query text of GET releases, or that of one of the player's own lists
 * @param first place of the first row, from 0; past the end there are none
 * @throws ApiError 404 where a server has no such call
 */
export function listIndex(api: Api, queryId: string, first: number): Promise<ListIndexPart> {
  const { list, query: text } = listAndQuery(queryId)
  const query = listQuery(text, list ? LIBRARY_QUERY_KEYS : RELEASE_QUERY_KEYS)
  query.set('first', String(first))
  query.set('count', String(INDEX_ROWS_MAX))
  return api.call(ListIndexPart, { method: 'GET', path: `/index/${list ?? 'releases'}`, query, auth: true })
}
