/**
 * Names an operation by its method and address, so that generated clients keep their names. `get
 * /api/orders/:id` becomes "getOrder", and `post /api/orders/:id/pay` "postOrderPay". The singular means one
 * of a list. A file is a PDF unless named otherwise.
 */
export function operationId(method: string, path: string): string {
  const segments = path
    .replace(/^\/(api\/)?/, '')
    .split('/')
    .filter(Boolean)
  const words = segments.flatMap((segment, index) => {
    if (segment.startsWith(':')) return segment.endsWith('.xml') ? ['xml'] : []
    const next = segments[index + 1]
    if (!next?.startsWith(':')) return wordsOf(segment)
    const one = singular(segment)
    return one === segment ? [...wordsOf(segment), 'by', next.slice(1)] : wordsOf(one)
  })
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function wordsOf(segment: string): string[] {
  return segment.split(/[^A-Za-z0-9]+/).filter(Boolean)
}

function singular(segment: string): string {
  return segment.replace(/ies$/, 'y').replace(/s$/, '')
}
