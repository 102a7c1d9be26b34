/**
 * Which links of invitations were posted without an answer, by handle. It outlives the page and is known to other tabs:
 * one that the server has as accepted then was accepted here (H-331).
 */
import * as z from 'zod/mini'
import { later } from '#core/model/later.ts'

const Handles = later(() => z.array(z.string()))
/** Nobody has more of them on the way. */
const KEPT_MAX = 20

export interface PostedLinks {
  has(link: string): Promise<boolean>
  add(link: string): Promise<void>
  /** The server said what there is to say of it. */
  drop(link: string): Promise<void>
}

/** @param kept where they outlive the page; a failure costs the reload and nothing else */
export function createPostedLinks(kept: {
  load(): Promise<unknown>
  change(by: (held: unknown) => unknown): Promise<void>
}): PostedLinks {
  const here = new Set<string>()
  const handles = (held: unknown): readonly string[] => {
    const read = z.safeParse(Handles, held)
    return read.success ? read.data : []
  }
  const change = (by: (held: readonly string[]) => readonly string[]) =>
    kept.change((held) => by(handles(held))).catch(() => undefined)
  return {
    has: async (link) => here.has(link) || handles(await kept.load().catch(() => null)).includes(link),
    async add(link) {
      here.add(link)
      await change((held) => [...held.filter((one) => one !== link), link].slice(-KEPT_MAX))
    },
    async drop(link) {
      here.delete(link)
      await change((held) => held.filter((one) => one !== link))
    },
  }
}
