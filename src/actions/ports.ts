// What actions need besides dispatch: ids and the session worker's vault. The entry sets them.
export interface ActionPorts {
  /** A new id, unique on this device. */
  mintId(): string
  /** Puts what a sign-in form holds into the session worker's vault and answers the handle. */
  keepCredentials(username: string, password: string): Promise<string>
}

let current: ActionPorts | null = null

export function setActionPorts(ports: ActionPorts): void {
  current = ports
}

export function ports(): ActionPorts {
  if (!current) throw new Error('actions are used before their ports were set')
  return current
}
