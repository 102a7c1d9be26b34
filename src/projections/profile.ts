import { SELF } from '#core/model/entities.ts'
import { entity } from './entity.ts'

/** The profile of whoever is signed in; undefined until it was asked for. */
export const profile = entity('profile', SELF)
