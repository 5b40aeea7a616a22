import type { ReactElement } from 'react'

/**
 * Elements without text of their own. A browser's translator replaces text nodes, so React can't change, move or remove one
 * that has siblings. `client/site/framework/translated-text.test.ts` keeps to it.
 */
export type Elements = ReactElement | false | null | undefined | readonly Elements[]
