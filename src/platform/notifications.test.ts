import { expect, onTestFinished, test, vi } from 'vitest'
import { systemNotice } from './notifications.ts'

test('a notice of the system takes the place of the one before that nobody looked at, and alerts again', () => {
  const shown: { title: string; tag: string | undefined; isOpen: boolean }[] = []
  class Fake {
    static permission = 'granted'
    readonly #mine
    constructor(title: string, { tag }: NotificationOptions) {
      this.#mine = { title, tag, isOpen: true }
      shown.push(this.#mine)
    }
    close() {
      this.#mine.isOpen = false
    }
  }
  vi.stubGlobal('Notification', Fake)
  onTestFinished(() => void vi.unstubAllGlobals())
  systemNotice('12 downloads finished', '')
  systemNotice('3 downloads finished', '')
  expect(shown).toEqual([
    { title: '12 downloads finished', tag: undefined, isOpen: false },
    { title: '3 downloads finished', tag: undefined, isOpen: true },
  ])
})
