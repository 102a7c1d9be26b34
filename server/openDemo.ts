/**
 * The only way into server/demo. Each part is loaded when it is first asked for, and is known by a contract
 * alone: a server without demo, and without media that the demo made, loads none of it.
 */
import type { CatalogueMaker } from './catalogue/contract.ts'
import type { CoverArt, Music } from './media/contract.ts'
import type { StartPeople } from './people/contract.ts'

export const openDemoCatalogue = (): Promise<CatalogueMaker> => import('./demo/catalogue/catalogue.ts')

/** Draws the covers that have a seed. */
export const openDemoArt = (): Promise<CoverArt> => import('./demo/art/covers.ts')

/** Plays the tracks that have a seed. */
export const openDemoMusic = (): Promise<Music> => import('./demo/music/synth.ts')

export const openDemoPeople = (): Promise<StartPeople> => import('./demo/people/startData.ts')
