import { expect, test } from 'vitest'
import { libraryQueryId, listAndQuery } from './library.ts'

test.each([
  [libraryQueryId('flagged', 'sort=-date&filter=a%3Fb'), 'flagged', 'sort=-date&filter=a%3Fb'],
  [libraryQueryId('archived', ''), 'archived', ''],
  ['sort=-date&title=flagged%3F', null, 'sort=-date&title=flagged%3F'],
  ['', null, ''],
])('the query id %j names a list and its query', (queryId, list, query) => {
  expect(listAndQuery(queryId)).toEqual({ list, query })
})
