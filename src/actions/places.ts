// Where visits of the gallery were left: kept for this tab, so that a reload returns to them.
import { type KeptPlace, parsePlaces } from '#core/model/places.ts'
import { isReturn, readText, writeText } from '#platform/storage/storage.ts'

const KEY = 'gallery.places'
/** The router's key of an entry that no navigation of ours made. */
const ENTRY = 'default'

/** The kept places by the key of their history entry, oldest first. A fresh visit has left none. */
export function keptPlaces(): [string, KeptPlace][] {
  return parsePlaces(readText('tab', KEY)).filter(([key]) => key !== ENTRY || isReturn())
}

export function keepPlaces(places: Iterable<readonly [string, KeptPlace]>): void {
  writeText('tab', KEY, JSON.stringify([...places]))
}
