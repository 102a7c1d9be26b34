/** Rows that were opened and closed by hand, by path, as the two lists that a tree is asked for with. */
export function foldsOf(byHand: ReadonlyMap<string, boolean>): { opened: string[]; closed: string[] } {
  const opened: string[] = []
  const closed: string[] = []
  for (const [path, isOpen] of byHand) (isOpen ? opened : closed).push(path)
  return { opened, closed }
}
