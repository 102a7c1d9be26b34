export function findChromium(): string | null
export function needChromium(): string
export function findHeadlessShell(): string | null
export function wantHeadlessShell(): string | null
