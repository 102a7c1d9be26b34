// An invitation to connect, from its link to the server's answer (D-047).
import '#bridge/connections.ts'
import { wish } from '#bridge/dispatch.ts'
import { connectionAcceptRequested } from '#core/events/people/connections.ts'
import { isHandleFor } from '#core/model/people/secrets.ts'
import { CONNECTION, readText, writeText } from '#platform/storage/storage.ts'
import { keepLink } from './access.ts'

/** Remembers an invitation for whoever signs in next, or is signed in. @param token of its link, or the handle of one */
export async function keepConnection(token: string): Promise<void> {
  writeText('local', CONNECTION, await keepLink(token))
}

/** Takes the invitation that was kept, if there is one. To be called while somebody is signed in. */
export function acceptConnection(): void {
  const link = readText('local', CONNECTION)
  if (link === null) return
  if (isHandleFor('link', link)) wish(connectionAcceptRequested({ link }))
  // Nothing of ours.
  else writeText('local', CONNECTION, null)
}

/** The server said what there is to say of it; one that came meanwhile stays. @param link its handle */
export function forgetConnection(link: string): void {
  if (readText('local', CONNECTION) === link) writeText('local', CONNECTION, null)
}
