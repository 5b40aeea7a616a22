/** An import of licences from another system. */
export type ImportRow = {
  id: string
  name: string
  sha256: string
  /** JSON of `Survey`, `Choices` and `Preview`. */
  survey: string
  choices: string
  preview: string | null
  /** 1 while the file is stored in chunks; a command reads its own file. */
  stored: number
  /** Number of processed rows, followed by their results. */
  done: number
  created: number
  known: number
  refused: number
  mailed: number
  who: string
  created_at: string
  started_at: string | null
  finished_at: string | null
}

/** Chunks are written before their import; without it they don't count. */
export type ImportChunkRow = { import_id: string; n: number; sealed: string; created_at: string }

export type ImportLayoutRow = { layout: string; choices: string }

export type ImportedLicenceRow = {
  licence_id: string
  import_id: string
  line: number
  /** Hash of the row's owner and product, which distinguishes another row with its key. */
  claim: string
  /** Identifies a row without a key. */
  row_hash: string | null
  order_reference: string | null
  note: string | null
  /** Updates that end by then cause no reminder, so that the import mails nobody. */
  quiet_until: string
}
