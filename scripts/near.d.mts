export function concerned(
  changed: readonly string[],
  tests: readonly string[],
  read: (test: string) => string,
): string[]
