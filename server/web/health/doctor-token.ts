import type { Data, Keys } from '../../context.ts'

export const doctorHeader = 'X-Doctor'

/** Derived from the database and its key. It lets `doctor` ask the site how it sees a request. */
export async function doctorToken({ database, keyring }: Data & Keys): Promise<string> {
  return (await keyring.secrets(database.db)).of('doctor').toString('hex')
}
