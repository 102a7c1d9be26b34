import type { Entities, Kind } from '../model/entities.ts'

/** Fields that name people. The state hash leaves them out, so that a masked log still verifies. */
export const PERSONAL: { readonly [K in Kind]?: readonly (keyof Entities[K] & string)[] } = {
  signUp: ['about', 'form', 'invitation', 'verified', 'codeSentTo'],
}
