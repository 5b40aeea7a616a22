import { createHash } from 'node:crypto'
import type { Offerable } from '#shared/releases/offered-to.ts'
import { offerAs, type ReleaseOffer } from '#shared/releases/release-offers.ts'
import { createCollection } from './collection.ts'
import { createDocument } from './documents/document.ts'
import type { LoadedContent } from './load-content.ts'

/** Applies the desk's offers to the releases, under a new revision. */
export function offeredContent(content: LoadedContent, offers: readonly ReleaseOffer[]): LoadedContent {
  if (offers.length === 0) return content
  const documents = content.collection.documents.map((document) => {
    if (document.dir !== '/releases') return document
    const fields = document.fields as unknown as Offerable
    const offered = offerAs(fields, offers)
    return offered === fields ? document : createDocument(offered, document.excerptLength)
  })
  const hash = createHash('sha1').update(JSON.stringify(offers)).digest('base64url')
  return {
    ...content,
    // Their text is unchanged, so the search index stays valid.
    collection: createCollection({ ...content.collection, documents }),
    revision: `${content.revision}.${hash}`,
  }
}
