export const TEST_ARGS: string[]
export function findChromium(): string | null
export function needChromium(): string
export function findPageChromium(): string | null
export function needBrowsers(): void
