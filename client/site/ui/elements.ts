import type { ReactElement } from 'react'

/**
 * Elements without bare text. A browser's translator replaces text nodes, so React can't change, move or remove
 * one that has siblings. `client/site/framework/translated-text.test.ts` enforces this.
 */
export type Elements = ReactElement | false | null | undefined | readonly Elements[]
