import { Fragment } from 'react'

/** In characters. Longer pieces also break at their dots. */
const longPiece = 20

/** In characters. Longer pieces may break anywhere, so that they never widen a page. */
const longestPiece = 24

/** Lets an e-mail address break after its @, and a long part before its dots. The text may contain other words. */
export function Address({ children }: { children: string }) {
  const pieces = children
    .split(/(?<=@)/)
    .flatMap((piece) => (longestWord(piece) > longPiece ? piece.split(/(?=\.)/) : piece))
  const isShort = pieces.every((piece) => longestWord(piece) <= longestPiece)
  return (
    <span className={isShort ? 'Address' : 'Address Address--long'} translate="no">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces may be equal, and keep their order
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  )
}

function longestWord(text: string): number {
  return Math.max(...text.split(' ').map(({ length }) => length))
}
