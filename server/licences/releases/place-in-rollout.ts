import type { Asked } from '../../web/endpoint.ts'

/** electron-updater sends a UUID that it keeps. Other clients may send one, too. */
export const stagingHeader = 'X-User-Staging-Id'

/** From 0 to 1, by electron-updater's own arithmetic; undefined without a readable UUID. */
export function placeInRollout({ headers }: Pick<Asked, 'headers'>): number | undefined {
  const id = headers[stagingHeader.toLowerCase()]
  const [, last] = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{4}([\da-f]{8})$/i.exec(String(id)) ?? []
  return last === undefined ? undefined : Number.parseInt(last, 16) / 0xffffffff
}
