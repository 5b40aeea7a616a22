import { Fragment } from 'react'

/** A longer piece breaks at its dots too. */
const longPiece = 20

/** A longer one may break anywhere, so that it never widens a page. */
const longestPiece = 24

/** Breaks an e-mail address, or a text with one, after its @, and a long one before its dots. */
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
