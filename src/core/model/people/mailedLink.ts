// Links out of mails, as pages show them.

/** What a page shows of a mailed link; decoded and not checked. */
export interface LinkFacts {
  /** Whom it is for; null where it does not say. */
  readonly email: string | null
  /** Of somebody who never had a password. */
  readonly welcome: boolean
  /** Nothing of the session it begins stays on this device. */
  readonly publicDevice: boolean
  /** Its time is over, by this machine's clock. */
  readonly isOver: boolean
  /** This browser asked for it. */
  readonly isOwn: boolean
}
