import { SELF } from '#core/model/entities.ts'
import { entity } from './entity.ts'

/** The sign-up of this page; undefined until its wizard was opened. */
export const signUp = entity('signUp', SELF)
