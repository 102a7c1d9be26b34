// When downloads begin, go on or end, the browser shows it around the page: title, icon, a question, a notification.
import { effect, type ReadonlySignal } from '@preact/signals-react'
import { createDownloadPresence, type DownloadStanding, type PresenceParts } from '#platform/downloadPresence.ts'

export interface PresencePorts extends Omit<PresenceParts, 'notify'> {
  readonly standing: ReadonlySignal<DownloadStanding>
  /** Changes with each figure of bytes that came. */
  readonly bytes: ReadonlySignal<unknown>
  /** Whether the person wants to be told by the system. */
  wantsNotice(): boolean
  notify(title: string, body: string): void
}

/** @returns how the page is called from now on; while something loads its progress stands before that */
export function showPresence({
  standing,
  bytes,
  wantsNotice,
  notify,
  ...parts
}: PresencePorts): (title: string) => void {
  const presence = createDownloadPresence({
    ...parts,
    notify(title, body) {
      if (wantsNotice()) notify(title, body)
    },
  })
  effect(() => presence.show(standing.value))
  effect(() => {
    bytes.value
    presence.moved()
  })
  return presence.title
}
