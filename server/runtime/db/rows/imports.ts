/** A file of licences of another system. */
export type ImportRow = {
  id: string
  name: string
  sha256: string
  /** The `Survey`, `Choices` and `Preview`, as JSON. */
  survey: string
  choices: string
  preview: string | null
  /** 1 while the file lies here in chunks. A command reads its own. */
  stored: number
  /** Rows that are done, and what became of them. */
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

/** Written before their import, which makes them count. */
export type ImportChunkRow = { import_id: string; n: number; sealed: string; created_at: string }

export type ImportLayoutRow = { layout: string; choices: string }

export type ImportedLicenceRow = {
  licence_id: string
  import_id: string
  line: number
  /** The hash of whom and what the row was for, so that another row with its key is told apart. */
  claim: string
  /** Tells a row without a key from others. */
  row_hash: string | null
  order_reference: string | null
  note: string | null
  /** Updates that end until then bring no reminder: the import mails nobody. */
  quiet_until: string
}
