/** A file made of new bytes and of ranges of another that stay as they are, whatever their length. */
export type Piece = Uint8Array<ArrayBuffer> | SourceRange

/** Bytes `from` to before `to` of the source. */
export interface SourceRange {
  readonly from: number
  readonly to: number
}

/** What a file becomes: its pieces in order. */
export interface Framed {
  readonly pieces: readonly Piece[]
  /** Bytes altogether. */
  readonly size: number
}

export const isRange = (piece: Piece): piece is SourceRange => !(piece instanceof Uint8Array)

/** Bytes of a piece. */
export const pieceLength = (piece: Piece): number => (isRange(piece) ? piece.to - piece.from : piece.length)

/** Bytes of many pieces. */
export const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, one) => sum + pieceLength(one), 0)
