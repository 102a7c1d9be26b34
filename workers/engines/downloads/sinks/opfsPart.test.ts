import { expect, it } from 'vitest'
import { opfsPart } from './opfsPart.ts'

it('a disk so full that not even the half-written end can be cut off is full, and no fault of the player', () => {
  const part = opfsPart({
    getSize: () => 10,
    write: () => 3,
    read: () => 0,
    truncate() {
      throw new DOMException('full', 'InvalidStateError')
    },
    close() {},
  })
  expect(() => part.append(new Uint8Array(5))).toThrow(expect.objectContaining({ fault: 'diskFull' }))
  expect(part.size).toBe(10)
})
