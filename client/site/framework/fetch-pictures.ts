import { mayPrefetch } from './connection.ts'

/** Fetches what waits to be scrolled to, unless data is saved. Whoever takes a picture of the page waits for no decoding. */
export function fetchPictures(): void {
  if (!mayPrefetch(navigator)) return
  for (const picture of document.querySelectorAll<HTMLImageElement>('img.Picture'))
    Object.assign(picture, { decoding: 'sync', loading: 'eager' })
}
