// What the header shows once the first screen stands: the buttons of its two panels, and the list of notifications.

export { Panel } from './Panel.tsx'
export { PanelButtons } from './PanelButtons.tsx'
