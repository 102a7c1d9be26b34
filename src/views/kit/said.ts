/** What is said to those who hear the page and is seen otherwise, or not at all. */
import { signal } from '@preact/signals-react'

/** Afterwards nobody who walks through the page finds it there. */
const KEPT_MS = 7000

/** What the live region of the page holds; the shell's notifications are that region. */
export const said = signal<readonly { readonly id: number; readonly words: string }[]>([], { name: 'said' })
let count = 0

/** Has a screen reader speak when it has ended what it speaks now. */
export function say(words: string): void {
  const id = ++count
  said.value = [...said.peek(), { id, words }]
  setTimeout(() => {
    said.value = said.peek().filter((line) => line.id !== id)
  }, KEPT_MS)
}
