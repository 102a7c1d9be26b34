// A digest of declared.json, written with it (declared.test.ts): what a log says of the shapes it was written in.
export const SHAPES = '32f2a9afd1c0'
export const SHAPES = '93aea69a3fab'
