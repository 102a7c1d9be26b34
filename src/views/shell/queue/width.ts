/** Width of the play queue; the downloads popover ends where a docked queue begins. */
export const QUEUE_WIDTH_PX = 360
