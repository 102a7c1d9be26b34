import { createRoot } from 'react-dom/client'
import { Inspector } from './Inspector.tsx'
import type { Inspected } from './liveLog.ts'

/** Puts the inspector onto the page, in a root of its own. @returns takes it off */
export function mountInspector(inspected: Inspected, page: HTMLElement | null): () => void {
  const host = document.createElement('div')
  // Keys pressed in it are none of the player's.
  host.addEventListener('keydown', (event) => event.stopPropagation())
  const inside = host.appendChild(document.createElement('div'))
  document.body.append(host)
  const root = createRoot(inside)
  root.render(<Inspector inspected={inspected} page={page} />)
  return () => {
    root.unmount()
    host.remove()
  }
}
