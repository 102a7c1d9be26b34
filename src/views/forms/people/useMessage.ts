import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dismissSharing, nameMessage } from '#actions/people/sharing.ts'
import { whenShown } from '#actions/shown.ts'
import { outcomeOf, type Refusal } from '#core/model/people/refusal.ts'
import { sharing } from '#projections/sharing.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { sentenceOf } from '../form/sentences.ts'
import { type SentMessage, useDraft } from './draft.state.ts'

export interface Message<V> {
  /** What its fields hold at first: what was typed and not sent, or nothing. */
  readonly initial: V
  /** What is kept of it over the end of a session. */
  readonly draft: ReturnType<typeof useDraft>
  /** An answer is on its way. */
  readonly busy: boolean
  readonly refusal: Refusal | null
  /**
   * Sends it under an id: as long as it says the same it keeps the id of the try before, so that what was sent although
   * its answer was lost goes out once.
   */
  send(words: string, wish: (id: string) => void): void
  /** Closes the form, unless an answer is on its way. */
  close(): void
}

/**
 * A message somebody writes, from the first press to the answer; the form closes once it was sent.
 * @param of which form, and what it is about
 * @param nothing what the fields hold where nothing was typed before
 */
export function useMessage<V extends Readonly<Record<string, string>>>(
  of: string,
  nothing: V,
  onClose: () => void,
): Message<V> {
  const draft = useDraft(of)
  const [initial] = useState(() => ({ ...nothing, ...draft.restored?.fields }))
  const [sent, setSent] = useState<SentMessage | null>(null)
  const request = useSignalValue(useMemo(() => sharing(sent?.id ?? ''), [sent]))
  const isDone = sent !== null && request === undefined
  const leave = () => {
    draft.forget()
    onClose()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it was sent once, whoever is told of it
  useEffect(() => {
    if (isDone) leave()
  }, [isDone])
  const forget = () => {
    if (sent !== null && request?.status === 'refused') dismissSharing(sent.id)
  }
  const busy = request?.status === 'waiting'
  return {
    initial,
    draft,
    busy,
    refusal: request?.refusal ?? null,
    send(words, wish) {
      if (sent?.words === words) return wish(sent.id)
      forget()
      const before = sent ?? draft.restored?.sent
      const id = before?.words === words ? before.id : nameMessage()
      draft.keep({ sent: { id, words } })
      wish(id)
      // One that does not show yet would be taken for one that was sent.
      whenShown(() => setSent({ id, words }))
    },
    close() {
      if (busy) return
      forget()
      leave()
    },
  }
}

/** No code of the server: the form's own words stand whatever it was. */
const FAILED = 'FAILED'

/**
 * A refusal as these forms tell of it: under their own title, with what can be done where nobody answered, and that it
 * may have gone out (H-037). What is said of fields, and how long to wait, stays.
 * @param generic the body
 */
export function useTold(refusal: Refusal | null, generic: string): Refusal | null {
  const { t } = useTranslation(['forms', 'sharing'])
  const isPerhapsSent = refusal !== null && outcomeOf(refusal) === 'unknown'
  const away = t(isPerhapsSent ? 'sharing:perhaps' : 'forms:refused.unreachable.body')
  return useMemo(() => {
    const sentence = refusal === null ? null : sentenceOf(refusal.code)
    if (refusal === null || refusal.fields || sentence === 'tooMany') return refusal
    const isAway = isPerhapsSent || sentence === 'unreachable'
    return { ...refusal, code: FAILED, message: isAway ? `${generic}. ${away}` : generic }
  }, [refusal, generic, away, isPerhapsSent])
}
