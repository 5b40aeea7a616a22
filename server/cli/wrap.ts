/**
 * Breaks a text between its pieces where the terminal's line would end. Lines after the first are indented by `hang` more.
 * @param columns of the terminal; without one, a text stays on one line, for `grep`
 */
export function wrap(
  pieces: readonly string[],
  { indent, hang = 0, columns = process.stdout.columns ?? Number.POSITIVE_INFINITY }: WrapOptions,
): string {
  const lines: string[] = []
  for (const piece of pieces) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + piece.length <= columns)
      lines[lines.length - 1] = `${line} ${piece}`
    else lines.push(' '.repeat(lines.length === 0 ? indent : indent + hang) + piece)
  }
  return lines.join('\n')
}

type WrapOptions = { indent: number; hang?: number; columns?: number }
