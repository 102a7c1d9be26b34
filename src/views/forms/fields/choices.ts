/** What is chosen from: a code that is kept and sent, and a name that is read. */
export interface Choice {
  readonly value: string
  readonly label: string
}
