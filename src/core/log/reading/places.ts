/** On which line of the file each event stands: they follow each other but for checkpoints and empty lines between them. */
export class Places {
  /** From this event on lines follow each other: where the first of them stands. */
  readonly #runs: { readonly seq: number; readonly line: number }[] = []

  /** Events are told in their order. */
  add(seq: number, line: number): void {
    const run = this.#runs.at(-1)
    if (!run || run.line - run.seq !== line - seq) this.#runs.push({ seq, line })
  }

  /** From 1; 0 where no such event was read. */
  lineOf(seq: number): number {
    const run = this.#runs.findLast((one) => one.seq <= seq)
    return run ? run.line + seq - run.seq : 0
  }
}
