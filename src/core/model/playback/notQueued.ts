/** Id of the one notice that counts what could not be queued (H-141). */
export const NOT_QUEUED = 'queueFailed'
