export function audit(options?: {
  root?: string
  patienceMs?: number
  npm?: string
}): Promise<{ failed: number; said: string; lines: string[] }>
