// The server's store as the place releases go.
import { type Database, findReleaseIds, insertReleases, replaceRelease } from '../store/catalogue/writeCatalogue.ts'
import type { ImportTarget } from './importFolder.ts'

export function storeTarget(db: Database): ImportTarget {
  return {
    has: (ids) => findReleaseIds(db, ids),
    insert: async (releases) => void (await insertReleases(db, releases)),
    replace: (release) => replaceRelease(db, release),
  }
}
