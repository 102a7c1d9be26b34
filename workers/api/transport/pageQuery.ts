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
  const query = new URLSearchParams([...new URLSearchParams(queryId)].filter(([name]) => allowed.has(name)))
  query.set('page', String(page))
  query.set('pagesize', String(pagesize))
  return query
}
