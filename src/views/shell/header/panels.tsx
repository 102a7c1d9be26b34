// What the shell shows once the first screen stands: the ways to the queue, the buttons of the header's two panels, the
// list of notifications, and the notifications themselves; the playlists with a star, which the server has to name first.

export { HeaderQueueDoor, SideQueueDoor } from '../queue/QueueDoor.tsx'
export { StarredPlaylists } from '../StarredPlaylists.tsx'
export { Toasts } from '../Toasts.tsx'
export { wayBackShown } from '../undoShown.ts'
export { Panel } from './Panel.tsx'
export { PanelButtons } from './PanelButtons.tsx'
