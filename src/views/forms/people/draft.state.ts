// What is typed into a form of a message and not sent: a session that ends over it takes no word away. State of this
// page alone.
import { signal } from '@preact/signals-react'
import { useState } from 'react'
import { claims } from '#projections/session.ts'
import type { Person } from './Receivers.tsx'

interface MessageDraft {
  /** Whose it is: nobody else who signs in on this page sees it. */
  readonly playerid: string | undefined
  /** Which form, and what it is about. */
  readonly of: string
  readonly fields: Readonly<Record<string, string>>
  readonly people: readonly Person[]
  /** What was sent of it last, and under which id: without an answer it may have gone out (H-330). */
  readonly sent: SentMessage | null
}

export interface SentMessage {
  readonly id: string
  readonly words: string
}

/** One: of the form that was open last. */
export const messageDraft = signal<MessageDraft | null>(null, { name: 'messageDraft' })

/**
 * The draft of a form.
 * @param of which form, and what it is about
 */
export function useDraft(of: string) {
  const [restored] = useState(() => {
    const kept = messageDraft.peek()
    const isOurs = kept?.of === of && kept.playerid === claims.peek()?.playerid
    if (!isOurs) messageDraft.value = null
    return isOurs ? kept : null
  })
  return {
    /** What its owner had typed; null where there is nothing. */
    restored,
    keep(said: Partial<Pick<MessageDraft, 'fields' | 'people' | 'sent'>>): void {
      const kept = messageDraft.peek() ?? { fields: {}, people: [], sent: null }
      messageDraft.value = { ...kept, ...said, playerid: claims.peek()?.playerid, of }
    },
    /** It was sent, or given up. */
    forget(): void {
      messageDraft.value = null
    },
  }
}
