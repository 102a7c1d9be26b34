/**
 * What every dialog and list that tells of an error offers besides its own ways on. What that is, the kit does not know:
 * the app says it.
 */
import type { ReactNode } from 'react'

let way: ReactNode = null

export function setErrorWay(node: ReactNode): void {
  way = node
}

export const errorWay = (): ReactNode => way
