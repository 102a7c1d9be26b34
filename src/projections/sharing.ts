import { entity } from './entity.ts'

/** A message on its way, or why it did not go; undefined once it was sent or dismissed. */
export const sharing = (requestId: string) => entity('sharing', requestId)

/** What was written to the owner of a release before; undefined until it was read. */
export const contactHistory = (releaseid: string) => entity('contactHistory', releaseid)
