// A digest of declared.json, written with it (declared.test.ts): what a log says of the shapes it was written in.
export const SHAPES = '7a6a4c655704'
