/** Secrets that are told apart from everything else wherever they lie, and the search for them. */

/** Where a secret enters the client. */
export interface Canary {
  readonly where: string
  readonly secret: string
}

export class Canaries {
  readonly planted: Canary[] = []

  /** A new secret: letters and digits, so that it is the same text in JSON, in an address and in a form. */
  plant(where: string): string {
    const n = this.planted.length + 1
    const secret = `canary${(n * 7_919).toString(36)}x${(n * 104_729).toString(36)}yrance`
    this.planted.push({ where, secret })
    return secret
  }

  /** A new secret without a digit, of words: nothing but what it is tells it apart from a sentence. */
  plantWords(where: string): string {
    const n = this.planted.length + 1
    const letters = [...n.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
    const secret = `Öpen ${letters}zq sesame`
    this.planted.push({ where, secret })
    return secret
  }

  /** Which of them a text holds, as they are or in base64. */
  in(text: string): string[] {
    return this.planted
      .filter(({ secret }) => formsOf(secret).some((form) => text.includes(form)))
      .map(({ where, secret }) => `${where}: ${secret}`)
  }

  /** Which of them no text of these holds. */
  missingFrom(texts: readonly string[]): string[] {
    const all = texts.join('\n')
    return this.planted.filter(({ secret }) => !all.includes(secret)).map(({ where }) => where)
  }
}

/** A text within another in base64 looks in one of three ways, by where it begins; its ends go with its neighbours. */
function formsOf(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((before) =>
    Buffer.from(`${'-'.repeat(before)}${secret}`)
      .toString('base64url')
      .slice(before === 0 ? 0 : before + 1, -3),
  )
  return [secret, ...inBase64]
}
