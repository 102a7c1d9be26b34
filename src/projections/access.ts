import { SELF } from '#core/model/entities.ts'
import { entity } from './entity.ts'

/** The last request of a way in that leads through a mail; undefined before there was one. */
export const access = entity('access', SELF)
