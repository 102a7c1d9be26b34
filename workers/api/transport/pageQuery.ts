/**
 * The query that names a list, of the keys its call knows; others are left out.
 * @param queryId the list's query as URL query text
 */
export function listQuery(queryId: string, allowed: ReadonlySet<string>): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(queryId)].filter(([name]) => allowed.has(name)))
}

/**
 * The query of one page of a list.
 * @param queryId the list's query as URL query text
 * @param allowed the keys this call knows; others are left out
 * @param page from 1
 */
export function pageQuery(
  queryId: string,
  allowed: ReadonlySet<string>,
  page: number,
  pagesize: number,
): URLSearchParams {
  const query = listQuery(queryId, allowed)
  query.set('page', String(page))
  query.set('pagesize', String(pagesize))
  return query
}
