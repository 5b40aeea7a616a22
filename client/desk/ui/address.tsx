import { Fragment } from 'react'

/** A longer piece may break anywhere, so that it never widens a page. */
const longestPiece = 24

/** Breaks an e-mail address, or a text with one, after its @ and before its dots alone. */
export function Address({ children }: { children: string }) {
  const pieces = children.split(/(?<=@)|(?=\.)/)
  const isShort = pieces.every((piece) => piece.split(' ').every(({ length }) => length <= longestPiece))
  return (
    <span className={isShort ? 'Address' : undefined}>
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
