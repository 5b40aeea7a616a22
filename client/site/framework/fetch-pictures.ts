import { mayPrefetch } from './connection.ts'

/**
 * Loads pictures below the window early, unless data saver is on. Decoding is synchronous, so that screenshots
 * and printouts are complete.
 */
export function fetchPictures(): void {
  if (!mayPrefetch(navigator)) return
  for (const picture of document.querySelectorAll<HTMLImageElement>('img.Picture'))
    Object.assign(picture, { decoding: 'sync', loading: 'eager' })
}
