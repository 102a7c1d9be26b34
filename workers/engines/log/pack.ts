/**
 * Packs the lines of a segment with what the browser has built in, which is five times as fast as a script; undefined
 * where it has nothing: then the codec does it.
 */
export async function pack(text: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (typeof CompressionStream === 'undefined') return undefined
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}
