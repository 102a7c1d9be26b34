/** One colour where the scheme is light, another where it is dark; for what no token says. */
export const byScheme = (onLight: string, onDark: string): string => `light-dark(${onLight}, ${onDark})`
