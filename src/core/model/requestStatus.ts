/** How something that was asked for stands, one word for each (SESSION-019); a screen says which of them it can meet. */
export const REQUEST_STATUSES = ['idle', 'loading', 'success', 'error', 'canceled', 'retrying', 'paused'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]
