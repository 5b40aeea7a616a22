import type { Collection } from './collection.ts'
import type { ContentDocument } from './documents/document.ts'

export type View = ReturnType<typeof createView>

export function createView(collection: Collection, isVisible: (document: ContentDocument) => boolean) {
  const { documents } = collection
  /** Visible documents, sorted by path. */
  const places: readonly number[] = [...documents.keys()].filter((place) =>
    isVisible(documents[place] as ContentDocument),
  )
  const byPath = new Map<string, number>()
  const byDirectory = new Map<string, number[]>()
  for (const place of places) {
    const { path, dir } = documents[place] as ContentDocument
    if (!byPath.has(path)) byPath.set(path, place)
    const siblings = byDirectory.get(dir)
    if (siblings) siblings.push(place)
    else byDirectory.set(dir, [place])
  }
  const below = new Map<string, readonly number[]>([['/', places]])
  return {
    collection,
    places,
    at: (path: string) => byPath.get(path),
    inside(directory: string, deep: boolean): readonly number[] {
      if (!deep) return byDirectory.get(directory) ?? []
      const known = below.get(directory) ?? placesBelow(directory)
      below.set(directory, known)
      return known
    },
  }

  function placesBelow(directory: string): readonly number[] {
    return places.filter((place) => `${documents[place]?.dir}/`.startsWith(`${directory}/`))
  }
}
