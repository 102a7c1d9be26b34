/** Whether an event begins a session on a public computer: from then on nothing stays on this device (D-006). */
export const isPublicSession = (event: { readonly type: string; readonly payload: object }): boolean =>
  event.type === 'session.started' && 'publicDevice' in event.payload && event.payload.publicDevice === true
