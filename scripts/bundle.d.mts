export function bundle(parts: { root: string; name: string; source: string; outDir: string }): Promise<void>
