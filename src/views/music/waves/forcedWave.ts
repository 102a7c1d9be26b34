/** Of a waveform in forced colours, which take the colour of what was played away. */
export const forcedWave = { color: 'GrayText', fill: 'Highlight', forcedColorAdjust: 'none' } as const
