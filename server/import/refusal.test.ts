import { expect, it } from 'vitest'
import { Refusal, reasonOf } from './refusal.ts'

const PATH = '/music/a.wav'
const fault = (code: string, more: object = { path: PATH }) => Object.assign(new Error(code), { code, ...more })

it.each([
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
  'EIO',
  'EBUSY',
  'ETXTBSY',
  'EDEADLK',
  'ESTALE',
  'ETIMEDOUT',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
])('H-536: %s at the file that is read is the reason why it is left out', (code) => {
  expect(reasonOf(fault(code), PATH)).toMatch(/\w/)
  // At an open file no path is named.
  expect(reasonOf(fault(code, { syscall: 'read' }), PATH)).toMatch(/\w/)
})

it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM'])('%s ends the run', (code) => {
  expect(reasonOf(fault(code), PATH)).toBeNull()
})

it('a fault at another file, or while something is written, ends the run', () => {
  expect(reasonOf(fault('ESTALE', { path: '/data/media/imported/tmp/x' }), PATH)).toBeNull()
  expect(reasonOf(fault('EIO', { syscall: 'write' }), PATH)).toBeNull()
  // Copying names what is copied, and fails where it goes to.
  expect(reasonOf(fault('ESTALE', { path: PATH, dest: '/data/media/imported/tmp/x' }), PATH)).toBeNull()
  expect(reasonOf(new Error('a fault of ours'), PATH)).toBeNull()
})

it('what was refused says why itself', () => {
  expect(reasonOf(new Refusal('it is empty'), PATH)).toBe('it is empty')
})
